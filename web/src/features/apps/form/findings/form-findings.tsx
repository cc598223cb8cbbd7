import { severityWords } from '@adwarden/contract/state-words';
import { VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Role } from '../../../../lib/role.ts';
import { fieldsOf } from '../app-form-values.ts';
import type { AppFormApi } from '../fields/app-form-field.ts';
import { FindingLine } from './finding-line.tsx';
import type { FormFinding } from './findings-of-form.ts';
import classes from './form-findings.module.css';
import { FormFindingsContext, useFormFindings } from './use-form-findings.ts';

type Props = {
  role: Role;
  form: AppFormApi;
  appID: string;
  country: string | undefined;
  children: ReactNode;
};

/** Judges a form while somebody types: gives the fields their findings, and shows those that have no field. */
export function FormFindings({ role, form, appID, country, children }: Props) {
  const judged = useFormFindings(role, form, appID, country);
  const { findings } = judged;
  const fields: readonly string[] = fieldsOf(role);
  const others = findings.filter(({ field }) => !fields.includes(field));
  return (
    <FormFindingsContext value={findings}>
      <Announcer {...judged} />
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
function Announcer({ findings, first, isUnknown }: ReturnType<typeof useFormFindings>) {
  const [settled] = useDebouncedValue(findings, quiet);
  const known = useRef(new Set(first.map(({ key }) => key)));
  const [news, setNews] = useState('');
  const tell = useEffectEvent((settled: readonly FormFinding[]) => {
    if (isUnknown) return;
    const fresh = settled.filter(({ key }) => !known.current.has(key));
    known.current = new Set(settled.map(({ key }) => key));
    const [worst] = fresh;
    const count = fresh.length > 1 ? `${fresh.length} findings. ` : '';
    setNews(worst ? `${count}${severityWords[worst.severity]}: ${worst.detail}` : '');
  });
  useEffect(() => tell(settled), [settled]);
  return <VisuallyHidden role="status">{news}</VisuallyHidden>;
}
