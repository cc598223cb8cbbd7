import { type App, appStatuses, onOff } from '@adwarden/contract/apps';
import { appHints } from '@adwarden/contract/field-hints';
import { maySet } from '@adwarden/contract/people/app-fields';
import { appStatusWords, onOffWords } from '@adwarden/contract/state-words';
import { Button } from '@mantine/core';
import type { Role } from '../../../lib/role.ts';
import { appValueWords } from '../../../lib/words/words.ts';
import classes from './app-form.module.css';
import type { AppFormApi } from './fields/app-form-field.ts';
import { ChoiceSelect } from './fields/choice-select.tsx';

const switches = onOff.map((value) => ({ value, label: onOffWords[value] }));
const statuses = appStatuses.map((value) => ({ value, label: appStatusWords[value].select }));

const selects = [
  {
    field: 'adsStatus',
    hint: appHints.adsStatus,
    options: switches,
  },
  {
    field: 'appStatus',
    hint: appHints.appStatus,
    options: statuses,
  },
  {
    field: 'visibleExtra',
    hint: appHints.visibleExtra,
    options: switches,
  },
  {
    field: 'ipAddress',
    hint: appHints.ipAddress,
    options: switches,
  },
] as const;

const isFor = (role: Role, field: string) => maySet({ kind: role }, field);

/** The words before the values of the button, in its order. */
const before: Record<(typeof selects)[number]['field'], string> = {
  appStatus: '',
  adsStatus: 'ads ',
  visibleExtra: 'extra ',
  ipAddress: 'IP Address ',
};

/** Fills the selects as in the app that was added last. */
function AsLastApp({ role, form, last }: Props & { last: App }) {
  const names = (Object.keys(before) as (keyof typeof before)[]).filter((name) =>
    isFor(role, name),
  );
  const words = names.map((name) => before[name] + appValueWords(name, last[name]));
  return (
    <Button
      variant="default"
      size="compact-sm"
      classNames={{ root: classes.asLast ?? '', label: classes.asLastLabel ?? '' }}
      onClick={() => {
        for (const name of names) form.setFieldValue(name, last[name], { forceUpdate: false });
      }}
    >
      As in the last app: {words.join(', ')}
    </Button>
  );
}

type Props = {
  role: Role;
  form: AppFormApi;
  /** The app that was added last, for a new one; undefined where there is none, or for an app that exists. */
  last: App | undefined;
};

/** The four selects that decide who gets ads; owners have three, because only administrators set IP rules. */
export function AppDelivery({ role, form, last }: Props) {
  return (
    <>
      {last && <AsLastApp role={role} form={form} last={last} />}
      <div className={classes.selects}>
        {selects.map(
          (select) =>
            isFor(role, select.field) && (
              <ChoiceSelect key={select.field} form={form} {...select} />
            ),
        )}
      </div>
    </>
  );
}
