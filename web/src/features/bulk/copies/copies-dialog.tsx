import type { Batch } from '@adwarden/contract/batches/batches';
import { limits } from '@adwarden/contract/limits';
import { NumberInput, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ApiError, messageOf } from '../../../lib/api-error.ts';
import type { Role } from '../../../lib/role.ts';
import { may } from '../../../people/may.ts';
import { useDialog } from '../../../ui/dialog/use-dialog.ts';
import { FormModal } from '../../../ui/form/form-modal.tsx';
import { TextArea } from '../../../ui/form/text-field.tsx';
import { CutText } from '../../../ui/text/cut-text.tsx';
import type { Previewed } from '../picked.ts';
import { PreviewDialog } from '../preview/preview-dialog.tsx';
import { previewCopies } from './copies.api.ts';
import classes from './copies-dialog.module.css';
import {
  type CopyError,
  countOfCopies,
  longestList,
  readCopies,
  withCount,
} from './copies-values.ts';

/** The app to copy. */
export type Original = { appID: string; appName: string };

type Props = {
  opened: boolean;
  role: Role;
  original: Original;
  onClose: () => void;
  onStarted: (batch: Batch) => void;
};

/** The errors that are shown at once. */
const shown = 5;

/**
 * Makes several copies of an app: asks how many, and for the name and the package of each. The preview comes before
 * anything is made. It begins anew with another `key`.
 */
export function CopiesDialog({ opened, role, original, onClose, onStarted }: Props) {
  const { appID, appName } = original;
  const [first] = useState(() => withCount('', 2, appName));
  const [text, setText] = useState(first);
  /** Whether wrong lines are named: after the first attempt. */
  const [isAsked, setAsked] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const preview = useDialog<Previewed>();
  const { copies, errors } = readCopies(text);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (pending) return;
    setAsked(true);
    setFailure(null);
    if (errors.length > 0) return document.getElementById('copies')?.focus();
    setPending(true);
    try {
      preview.open(await previewCopies(appID, copies));
    } catch (error) {
      if (!(error instanceof ApiError && error.sessionOver)) setFailure(messageOf(error));
    } finally {
      setPending(false);
    }
  }

  const shared = may(role, 'set-ip-rules') ? ', its icon and its countries' : ' and its icon';
  return (
    <>
      <FormModal
        opened={opened}
        title="Several copies"
        about={<CutText>{`of ${appName}`}</CutText>}
        size={640}
        isDirty={() => text !== first}
        saving={pending}
        failure={failure}
        onSubmit={(event) => void submit(event)}
        onClose={onClose}
        submit={{ label: 'Preview' }}
        footer="Nothing is made yet: the preview comes first."
      >
        <Stack gap="md">
          <NumberInput
            label="How many"
            value={countOfCopies(text)}
            onChange={(count) => {
              if (typeof count === 'number') setText(withCount(text, count, appName));
            }}
            min={1}
            max={limits.import.copies}
            allowDecimal={false}
            allowNegative={false}
            w={120}
            data-autofocus
          />
          <TextArea
            id="copies"
            label="Names and packages"
            description="One application a line: its name, a comma and its package. Two columns of a spreadsheet can be pasted."
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
            error={isAsked && errors.length > 0 && <Errors errors={errors} />}
            limit={longestList}
            autosize
            minRows={5}
            maxRows={14}
            spellCheck={false}
            autoCapitalize="none"
            dir="auto"
            classNames={{ input: classes.list ?? '' }}
          />
          <p className={classes.hint}>
            Each copy has all other fields of <bdi>{appName}</bdi>
            {shared}. Its app ID and its token are its own.
          </p>
        </Stack>
      </FormModal>
      {preview.about && (
        <PreviewDialog
          key={preview.visit}
          opened={preview.opened}
          previewed={preview.about}
          onClose={preview.close}
          onStarted={(batch) => {
            preview.close();
            onClose();
            onStarted(batch);
          }}
        />
      )}
    </>
  );
}

function Errors({ errors }: { errors: readonly CopyError[] }) {
  const more = errors.length - shown;
  return (
    <>
      {errors.slice(0, shown).map(({ line, message }) => (
        <span key={`${line} ${message}`} className={classes.error}>
          {line === null ? message : `Line ${line}: ${message}`}
        </span>
      ))}
      {more > 0 && <span className={classes.error}>and {more} more</span>}
    </>
  );
}
