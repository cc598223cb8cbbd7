import { type ApiMethod, apiMethodForm } from '@adwarden/contract/global-config';
import { Button, NativeSelect } from '@mantine/core';
import { apiMethodWords } from '../../lib/words/words.ts';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import classes from './global-config.module.css';
import { useSetting } from './use-setting.ts';

const methods = Object.entries(apiMethodWords).map(([value, label]) => ({ value, label }));

type Props = {
  /** '' means the local database (ADR 30 "Caller"). */
  stored: string;
  /** Fetches the current method from the server. */
  latest: () => Promise<string>;
  onSave: (method: ApiMethod) => Promise<{ message: string }>;
};

/** The form for the way to find a caller's country. */
export function ApiMethodForm({ stored, latest, onSave }: Props) {
  const { form, submit, saving, failure, meanwhile } = useSetting({
    field: 'apiMethod',
    label: 'API method',
    schema: apiMethodForm,
    stored,
    latest,
    onSave: (method) => onSave(apiMethodForm.parse({ apiMethod: method }).apiMethod),
    show: (method) => method || 'local',
  });
  return (
    <form noValidate onSubmit={submit} aria-busy={saving}>
      <div className={classes.line}>
        <NativeSelect
          key={form.key('apiMethod')}
          {...form.getInputProps('apiMethod')}
          aria-label="Country of a caller by"
          data={methods}
        />
        <Button type="submit" variant="light" loading={saving}>
          Save
        </Button>
      </div>
      <FormFailure failure={failure} className={classes.failure} />
      <ChangedMeanwhile {...meanwhile} />
    </form>
  );
}
