import { VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { severityWords } from '../../../../lib/finding-words.ts';
import type { Role } from '../../../../lib/role.ts';
import { fieldsOf } from '../app-form-values.ts';
import type { AppFormApi } from '../fields/app-form-field.ts';
import { FindingLine } from './finding-line.tsx';
import classes from './form-findings.module.css';
import type { FormFinding } from './form-findings.ts';
import { FormFindingsContext, useFormFindings } from './use-form-findings.ts';

type Props = { role: Role; form: AppFormApi; appID: string; children: ReactNode };

/** Judges a form while somebody types: gives the fields their findings, and shows those that have no field. */
export function FormFindings({ role, form, appID, children }: Props) {
  const findings = useFormFindings(role, form, appID);
  const fields: readonly string[] = fieldsOf(role);
  const others = findings.filter(({ field }) => !fields.includes(field));
  return (
    <FormFindingsContext value={findings}>
      <Announcer findings={findings} />
      {others.length > 0 && (
        <section className={classes.summary} aria-label="Findings of the whole application">
          {others.map((finding) => (
            <FindingLine key={finding.key} finding={finding} />
          ))}
        </section>
      )}
      {children}
    </FormFindingsContext>
  );
}

/** Milliseconds without a change until a screen reader says new findings, so that it does not talk into the typing. */
const quiet = 800;

/** Tells a screen reader about findings that are new; those that the form opens with are read with their fields. */
function Announcer({ findings }: { findings: readonly FormFinding[] }) {
  const [settled] = useDebouncedValue(findings, quiet);
  const known = useRef<Set<string> | null>(null);
  const [news, setNews] = useState('');
  useEffect(() => {
    const before = known.current;
    known.current = new Set(settled.map(({ key }) => key));
    if (!before) return;
    const fresh = settled.filter(({ key }) => !before.has(key));
    const [first] = fresh;
    const count = fresh.length > 1 ? `${fresh.length} findings. ` : '';
    setNews(first ? `${count}${severityWords[first.severity]}: ${first.detail}` : '');
  }, [settled]);
  return <VisuallyHidden role="status">{news}</VisuallyHidden>;
}
