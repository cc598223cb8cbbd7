import type { ReactNode } from 'react';
import { FindingLine } from './finding-line.tsx';
import { useFieldFindings } from './use-form-findings.ts';

/** What stands below a field: its hint, and its findings; undefined for nothing. */
export function useFieldDescription(field: string, hint?: ReactNode): ReactNode {
  const findings = useFieldFindings(field);
  if (findings.length === 0) return hint;
  return (
    <>
      {hint}
      {findings.map((finding) => (
        <FindingLine key={finding.key} finding={finding} />
      ))}
    </>
  );
}
