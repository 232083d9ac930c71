/** The built-in templates as one would write them. The built-in worker can do all of them without a network. */
export const TEMPLATE_SOURCES: Readonly<Record<string, string>> = {
  "sequential": `name: In order
description: One task session does the complete request in its written order.
inputs:
  type: object
  required: [request]
  properties:
    request: { type: string }
nodes:
  - id: work
    kind: prompt
    with:
      content: \${{ inputs.request }}
`,
  "parallel": `name: Side by side
description: Each line of the request becomes a separate task session.
inputs:
  type: object
  required: [request]
  properties:
    request: { type: string }
nodes:
  - id: parts
    kind: fan_out
    with:
      items: inputs.request.split("\\n").filter(line, line.trim() != "")
      as: part
      failures: fail
      nodes:
        - id: work
          kind: prompt
          with:
            content: \${{ part }}
`,
  "plan-approve-implement": `name: Plan, approve, implement
description: A plan is written and shown to a human; what was agreed on is then done.
inputs:
  type: object
  required: [request]
  properties:
    plan: { type: string, default: 'create PLAN.md with "To be agreed on."' }
    request: { type: string }
nodes:
  - id: plan
    kind: prompt
    with:
      content: \${{ inputs.plan }}
  - id: agree
    kind: approval
    dependsOn: [plan]
    with:
      title: Go on with this plan?
      content: \${{ nodes.plan.text }}
      show: [plan]
  - id: implement
    kind: prompt
    dependsOn: [agree]
    with:
      content: \${{ inputs.request }}
`,
  "fix-until-green": `name: Fix until green
description: Runs check.sh of the repository, and lets a worker fix what it reports, a limited number of times.
inputs:
  type: object
  required: [fix]
  properties:
    fix: { type: string, description: instructions for the worker after a failed check }
nodes:
  - id: mend
    kind: loop
    with:
      max: 5
      until: nodes.check.exitCode == 0
      nodes:
        - id: check
          kind: command
          onError: continue
          with:
            command: sh check.sh
        - id: fix
          kind: prompt
          dependsOn: [check]
          when: nodes.check.exitCode != 0
          with:
            content: \${{ inputs.fix }}
`,
  "review-only": `name: Review only
description: Reviews the repository without changing it, and reports the findings.
inputs:
  type: object
  required: [request]
  properties:
    request: { type: string }
nodes:
  - id: review
    kind: prompt
    with:
      content: \${{ inputs.request }}
      readOnly: true
  - id: tell
    kind: notify
    dependsOn: [review]
    with:
      title: The review is done
      content: \${{ nodes.review.text }}
`,
  "each-file": `name: Each file
description: Makes the same change to several files, in parallel.
inputs:
  type: object
  required: [files, text]
  properties:
    files: { type: array, items: { type: string }, maxItems: 100 }
    text: { type: string }
nodes:
  - id: each
    kind: fan_out
    with:
      items: inputs.files
      as: file
      nodes:
        - id: change
          kind: prompt
          with:
            content: append "\${{ inputs.text }}" to \${{ file }}
`,
  "nightly-check": `name: Nightly check
description: Runs check.sh of the repository and tells you when it fails.
nodes:
  - id: check
    kind: command
    onError: continue
    with:
      command: sh check.sh
  - id: tell
    kind: notify
    dependsOn: [check]
    when: nodes.check.exitCode != 0
    with:
      title: The check fails
      content: \${{ nodes.check.stdout }}
      severity: warning
`,
};
