import { type ApiMethod, apiMethodForm } from '@adwarden/contract/global-config';
import { Button, NativeSelect } from '@mantine/core';
import { toastSuccess } from '../../lib/toasts.ts';
import { useServerForm } from '../../ui/form/use-server-form.ts';
import classes from './global-config.module.css';

const methods: { value: Exclude<ApiMethod, ''>; label: string }[] = [
  { value: 'local', label: 'Local database' },
  { value: 'ipinfo', label: 'ipinfo.io' },
  { value: 'header', label: 'Trusted header' },
];

type Props = {
  /** '' means the local database (design, section 5). */
  stored: string;
  onSave: (method: ApiMethod) => Promise<{ message: string }>;
};

/** How the country of a caller is found. */
export function ApiMethodForm({ stored, onSave }: Props) {
  const { form, submit, saving } = useServerForm({
    schema: apiMethodForm,
    initialValues: { apiMethod: stored || 'local' },
    onSubmit: async ({ apiMethod }) => {
      const { message } = await onSave(apiMethod);
      form.setInitialValues({ apiMethod });
      form.resetDirty();
      toastSuccess(message);
    },
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
    </form>
  );
}
