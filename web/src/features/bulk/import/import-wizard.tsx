import type { Batch } from '@adwarden/contract/batches/batches';
import { limits } from '@adwarden/contract/limits';
import type { ImportColumns } from '@adwarden/contract/spreadsheets/imports';
import { type FormEvent, useState } from 'react';
import { ApiError, messageOf } from '../../../lib/api-error.ts';
import type { Role } from '../../../lib/role.ts';
import { useDialog } from '../../../ui/dialog/use-dialog.ts';
import { FormModal } from '../../../ui/form/form-modal.tsx';
import type { Previewed } from '../picked.ts';
import { PreviewDialog } from '../preview/preview-dialog.tsx';
import { ColumnsStep } from './columns-step.tsx';
import { type FileDraft, FileStep } from './file-step.tsx';
import { previewImport, readColumns } from './import.api.ts';
import { type ColumnFields, columnsProblem } from './import-values.ts';
import { RefusedRows } from './refused-rows.tsx';
import { SentPart } from './sent-part.tsx';

type Props = {
  opened: boolean;
  role: Role;
  onClose: () => void;
  onStarted: (batch: Batch) => void;
};

const first: FileDraft = { file: null, key: 'appID', mode: 'both' };

/** Imports applications in three steps: the file, its columns, the preview. It begins anew with another `key`. */
export function ImportWizard({ opened, role, onClose, onStarted }: Props) {
  const [draft, setDraft] = useState(first);
  const [found, setFound] = useState<ImportColumns | null>(null);
  const [fields, setFields] = useState<ColumnFields>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  /** The part of the file that was sent; null while nothing is sent. */
  const [sent, setSent] = useState<number | null>(null);
  const preview = useDialog<Previewed>();
  const { file } = draft;

  /** Does a step, and shows why it failed. */
  async function attempt(step: () => Promise<void>): Promise<void> {
    setPending(true);
    setProblem(null);
    try {
      await step();
    } catch (error) {
      if (!(error instanceof ApiError && error.sessionOver)) setProblem(wordsOf(error));
    } finally {
      setPending(false);
      setSent(null);
    }
  }

  function next(event: FormEvent): void {
    event.preventDefault();
    if (pending) return;
    const wrong = problemIn(draft) ?? (found && file && columnsProblem(fields, { ...draft, file }));
    if (wrong || !file) return setProblem(wrong);
    void attempt(async () => {
      if (found) return preview.open(await previewImport({ ...draft, file }, fields, setSent));
      const read = await readColumns(file);
      setFound(read);
      setFields(Object.fromEntries(read.columns.map(({ column, field }) => [column, field])));
    });
  }

  function back(): void {
    setFound(null);
    setProblem(null);
  }

  return (
    <>
      <FormModal
        opened={opened}
        title="Import applications"
        about={found ? 'Step 2 of 3: columns' : 'Step 1 of 3: file'}
        size={640}
        isDirty={() => file !== null}
        saving={pending}
        failure={found ? problem : null}
        onSubmit={next}
        onClose={onClose}
        submit={{ label: found ? 'Preview' : 'Next' }}
        footer={
          file && sent !== null ? (
            <SentPart bytes={file.size} part={sent} />
          ) : (
            'Nothing changes yet: the preview comes last.'
          )
        }
      >
        {found ? (
          <ColumnsStep
            role={role}
            found={found}
            fields={fields}
            onChange={setFields}
            onBack={back}
          />
        ) : (
          <FileStep
            draft={draft}
            error={problem}
            onChange={(draftNow) => {
              setDraft(draftNow);
              setProblem(null);
            }}
          />
        )}
      </FormModal>
      {preview.about && file && (
        <PreviewDialog
          key={preview.visit}
          opened={preview.opened}
          previewed={preview.about}
          about="Step 3 of 3"
          refusedAction={({ previewID, refused }) => (
            <RefusedRows file={file} previewID={previewID} count={refused} />
          )}
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

/** What is wrong with the file before it is sent; null if nothing is. */
function problemIn({ file }: FileDraft): string | null {
  if (!file) return 'Please choose a file';
  const { bytes } = limits.import;
  return file.size > bytes ? `The file has more than ${bytes / 1024 ** 2} MB` : null;
}

/** The errors of fields say more than the message. */
function wordsOf(error: unknown): string {
  const fields = error instanceof ApiError ? error.fields : [];
  return fields.length > 0 ? fields.map(({ message }) => message).join('. ') : messageOf(error);
}
