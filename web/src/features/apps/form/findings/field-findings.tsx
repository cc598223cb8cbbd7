import type { FindingRule } from '@adwarden/contract/findings/rules';
import type { ReactNode } from 'react';
import { FindingLine } from './finding-line.tsx';
import { useFieldFindings } from './use-form-findings.ts';

/** The parts below a field: its hint, its findings, and buttons that mend some of them; undefined for none. */
export function useFieldDescription(
  field: string,
  hint?: ReactNode,
  mend?: { of: readonly FindingRule[]; by: ReactNode },
): ReactNode {
  const findings = useFieldFindings(field);
  if (findings.length === 0) return hint;
  return (
    <>
      {hint}
      {findings.map((finding) => (
        <FindingLine key={finding.key} finding={finding} inField />
      ))}
      {findings.some(({ rule }) => mend?.of.includes(rule)) && mend?.by}
    </>
  );
}
