import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { createContext, use, useState } from 'react';
import { checkDelay } from '../../../../lib/delays.ts';
import type { Role } from '../../../../lib/role.ts';
import type { AppFormApi } from '../fields/app-form-field.ts';
import { checkQuery } from './check-app.api.ts';
import {
  type FormFinding,
  findingsIn,
  isBlank,
  type JudgedValues,
  judgedFields,
  judgeForm,
  questionOf,
} from './findings-of-form.ts';

/** The findings of the surrounding form. */
export const FormFindingsContext = createContext<readonly FormFinding[]>([]);

/** Returns the findings of one field, the worst first. */
export function useFieldFindings(field: string): readonly FormFinding[] {
  return use(FormFindingsContext).filter((found) => found.field === field);
}

/** Returns the values that the rules look at, as they are typed. */
function useJudgedValues(form: AppFormApi): JudgedValues {
  // biome-ignore lint/correctness/useHookAtTopLevel: once for each field of a list that never changes
  const values = judgedFields.map((name) => [name, form.useWatchValue(name)]);
  return Object.fromEntries(values) as JudgedValues;
}

/**
 * Returns the findings of a form while somebody types: those of the contract's rules at once, and those of the server a
 * moment after the last key. The list is the same object until it says something else. `first`: what the form opened
 * with. `appID` is '' for a new app; `country`: the countries that are saved with a copy.
 */
export function useFormFindings(
  role: Role,
  form: AppFormApi,
  appID: string,
  country: string | undefined,
) {
  const values = useJudgedValues(form);
  const text = JSON.stringify(values);
  const [atFirst] = useState(text);
  const [first] = useState(() => judgeForm(role, values));
  const [settled] = useDebouncedValue(text, checkDelay);
  const asked = JSON.parse(settled) as JudgedValues;
  const check = useQuery({
    ...checkQuery(questionOf(role, appID, asked, country)),
    enabled: appID !== '' || !isBlank(asked),
    placeholderData: keepPreviousData,
  });
  // Before the first answer, nobody knows which findings of the app are muted.
  const isUnknown = appID !== '' && check.isPending && text === atFirst;
  const checked = check.data?.asked.appID === appID ? check.data : null;
  const now = isUnknown ? [] : findingsIn(role, values, checked);
  const [shown, setShown] = useState(now);
  if (wordsOf(shown) !== wordsOf(now)) setShown(now);
  return { findings: shown, first, isUnknown };
}

const wordsOf = (findings: FormFinding[]) =>
  findings.map(({ key, detail, apps }) => [key, detail, ...apps.map((app) => app.appName)]).join();
