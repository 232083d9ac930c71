// @ts-types="@types/react"
export { createElement, type ReactNode, useEffect, useSyncExternalStore } from "react";
