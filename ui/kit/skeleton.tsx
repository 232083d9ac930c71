/** A placeholder for text that is loading. */
export function Skeleton({ lines = 3, label = "Loading" }: { lines?: number; label?: string | undefined }) {
  return (
    <div class="stack" role="status" aria-label={label}>
      {Array.from(
        { length: lines },
        (_, i) => <span key={i} class="skeleton" style={{ width: `${90 - (i * 23) % 45}%` }} />,
      )}
    </div>
  );
}
