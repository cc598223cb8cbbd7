import type { Batch, BatchPreview } from '@adwarden/contract/batches/batches';
import { Stack, TextInput } from '@mantine/core';
import { IconBolt, IconCalendarClock } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { ApiError, messageOf } from '../../../lib/api-error.ts';
import { useDialog } from '../../../ui/dialog/use-dialog.ts';
import { FormModal } from '../../../ui/form/form-modal.tsx';
import { useKeptOpen } from '../../../ui/unsaved.ts';
import { useStartBatch } from '../batches.api.ts';
import type { Previewed } from '../picked.ts';
import { canSchedule, runWords, toDo } from './preview-rules.ts';
import { PreviewSummary } from './preview-summary.tsx';
import { PreviewedApps } from './previewed-apps.tsx';
import { WhenDialog } from './when-dialog.tsx';

type Props = {
  opened: boolean;
  /** The first preview; a new `key` resets the dialog. */
  previewed: Previewed;
  /** Shown beside the title instead of what the batch does, such as the step of a wizard. */
  about?: string;
  /** Shown above the summary. */
  notes?: ReactNode;
  /** Renders the action for the refused ones, in their tab. */
  refusedAction?: (preview: BatchPreview) => ReactNode;
  /** Goes back to the form or file of the preview. */
  onBack?: () => void;
  onClose: () => void;
  onStarted: (batch: Batch) => void;
};

/** Shows what a change would do, application by application, with the button that does it. */
export function PreviewDialog(props: Props) {
  const { opened, previewed, onBack, onClose, onStarted, refusedAction } = props;
  const [preview, setPreview] = useState(previewed.preview);
  const [failure, setFailure] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  const again = useMutation({ mutationFn: previewed.again, meta: { errorToast: false } });
  const start = useStartBatch();
  const when = useDialog<null>();
  const saving = start.isPending || again.isPending;
  const count = toDo(preview);
  const isDelete = preview.kind === 'delete';
  const mayRun = count > 0 && (!isDelete || typed.trim() === String(count));
  useKeptOpen(opened);

  /** Makes the preview anew, for another time or because the old one is no longer valid. */
  async function previewAgain(at: string | null): Promise<void> {
    setPreview(await again.mutateAsync(at));
    setFailure(null);
    setTyped('');
  }

  async function run(): Promise<void> {
    try {
      onStarted((await start.mutateAsync(preview.previewID)).data.batch);
    } catch (error) {
      if (isGone(error)) await renew();
      else if (!(error instanceof ApiError && error.sessionOver)) setFailure(messageOf(error));
    }
  }

  /** Shows a new preview, because the old one expired or a new session does not know it. The person has not seen it yet. */
  async function renew(): Promise<void> {
    try {
      await previewAgain(preview.at);
      setFailure('The preview had expired. This is a new one: please look at it again.');
    } catch (error) {
      setFailure(messageOf(error));
    }
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (mayRun && !saving) void run();
  }

  const words = runWords(preview);
  return (
    <>
      <FormModal
        opened={opened}
        title="Preview"
        about={props.about ?? preview.title}
        size={860}
        isDirty={() => false}
        saving={saving}
        failure={failure}
        onSubmit={submit}
        onClose={onClose}
        {...(onBack && { onBack })}
        submit={{
          label: words.button,
          disabled: !mayRun,
          ...(isDelete && ({ color: 'red' } as const)),
        }}
        footer={words.footer}
        {...(canSchedule(preview) && {
          otherSaves: [
            preview.at === null
              ? { label: 'Schedule…', Icon: IconCalendarClock, act: () => when.open(null) }
              : {
                  label: 'At once instead',
                  Icon: IconBolt,
                  act: () => void previewAgain(null).catch((error) => setFailure(messageOf(error))),
                },
          ],
        })}
      >
        <Stack gap="md">
          {props.notes}
          <PreviewSummary preview={preview} />
          <PreviewedApps
            key={preview.previewID}
            preview={preview}
            onExpired={renew}
            refusedAction={refusedAction?.(preview)}
          />
          {isDelete && count > 0 && (
            <TextInput
              label={`Type ${count} to delete ${count === 1 ? 'it' : 'them'}`}
              value={typed}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
              inputMode="numeric"
              autoComplete="off"
              w={{ base: '100%', sm: 240 }}
            />
          )}
        </Stack>
      </FormModal>
      {when.about === null && when.visit > 0 && (
        <WhenDialog
          key={when.visit}
          opened={when.opened}
          onClose={when.close}
          onChoose={async (at) => {
            await previewAgain(at);
            when.close();
          }}
        />
      )}
    </>
  );
}

/** Tells whether the server no longer knows the preview, or says that it must be made again. */
const isGone = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || /make it again/.test(error.message));
