import { requiredText } from '@adwarden/contract/fields';
import { limits } from '@adwarden/contract/limits';
import { hiddenPassword } from '@adwarden/contract/users';
import { ActionIcon, Button, Textarea, Tooltip } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useMemo } from 'react';
import { z } from 'zod';
import { toastSuccess } from '../../lib/toasts.ts';
import { useServerForm } from '../../ui/form/use-server-form.ts';
import classes from './global-config.module.css';

type Props = {
  label: string;
  /** What to say when Save finds nothing typed (spec, section 5). */
  missing: string;
  /** The name of the field in the payload, by which the server tells its errors. */
  field: string;
  stored: string;
  /** Saves a key, or removes it for ''; answers the server's message. */
  onSave: (key: string) => Promise<{ message: string }>;
  /** Lines of the field; a single one has its buttons beside it. */
  rows: number;
};

/**
 * A key with Save and Remove (design, section 9). One that the server cannot open shows as "Hidden":
 * the field stays empty then, so that the word is never saved in its place.
 */
export function KeyForm({ label, missing, field, stored, onSave, rows }: Props) {
  const isLine = rows === 1;
  const isHidden = stored === hiddenPassword;
  const schema = useMemo(
    () => z.object({ [field]: requiredText(missing, { label, max: limits.text.key }) }),
    [field, missing, label],
  );
  const { form, submit, saving } = useServerForm({
    schema,
    initialValues: { [field]: isHidden ? '' : stored },
    onSubmit: async (sent) => save(sent[field] ?? ''),
  });

  async function save(key: string): Promise<void> {
    const { message } = await onSave(key);
    form.setInitialValues({ [field]: key });
    form.reset();
    toastSuccess(message);
  }

  return (
    <form
      noValidate
      onSubmit={submit}
      aria-busy={saving}
      className={isLine ? undefined : classes.tall}
    >
      <div className={isLine ? classes.line : classes.block}>
        <Textarea
          key={form.key(field)}
          {...form.getInputProps(field)}
          aria-label={label}
          {...(isHidden && {
            placeholder: hiddenPassword,
            description: 'A key is set, but the secret key of this server cannot open it.',
          })}
          rows={rows}
          maxLength={limits.text.key}
          classNames={{ input: 'mono' }}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="none"
        />
        <div className={classes.buttons}>
          <Button type="submit" variant="light" loading={saving}>
            Save
          </Button>
          {stored !== '' && (
            <Tooltip label="Remove">
              <ActionIcon
                variant="default"
                size={36}
                aria-label="Remove"
                disabled={saving}
                onClick={() => void save('').catch(() => {})}
              >
                <IconTrash size={17} />
              </ActionIcon>
            </Tooltip>
          )}
        </div>
      </div>
    </form>
  );
}
