import { appStatuses, onOff } from '@adwarden/contract/apps';
import type { Role } from '../../../lib/role.ts';
import { appStatusWords, onOffWords } from '../../../lib/words.ts';
import classes from './app-form.module.css';
import type { AppFormApi } from './fields/app-form-field.ts';
import { ChoiceSelect } from './fields/choice-select.tsx';

const switches = onOff.map((value) => ({ value, label: onOffWords[value] }));
const statuses = appStatuses.map((value) => ({ value, label: appStatusWords[value].select }));

const selects = [
  {
    field: 'adsStatus',
    hint: 'OFF: no phone gets ads.',
    options: switches,
  },
  {
    field: 'appStatus',
    hint: 'Live: published. In-Develop: not yet, but phones get ads too. Suspend: no phone gets ads.',
    options: statuses,
  },
  {
    field: 'visibleExtra',
    hint: (
      <>
        Sent to phones unchanged; the app decides what to show. For example:
        <code className={classes.example}>{"if (ads.visibleExtra === 'on') showMoreApps();"}</code>
      </>
    ),
    options: switches,
  },
  {
    field: 'ipAddress',
    hint: 'The IP rules. ON: ads only in the app’s countries, and not through a VPN.',
    options: switches,
  },
] as const;

/** The four selects that decide who gets ads; owners have three, because only administrators set IP rules. */
export function AppDelivery({ role, form }: { role: Role; form: AppFormApi }) {
  return (
    <div className={classes.selects}>
      {selects.map(
        (select) =>
          (role === 'admin' || select.field !== 'ipAddress') && (
            <ChoiceSelect key={select.field} form={form} {...select} />
          ),
      )}
    </div>
  );
}
