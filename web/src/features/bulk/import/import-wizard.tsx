import type { Batch } from '@adwarden/contract/batches/batches';
import { limits } from '@adwarden/contract/limits';
import type { ImportColumns, ImportPreview } from '@adwarden/contract/spreadsheets/imports';
import { type FormEvent, useRef, useState } from 'react';
import { ApiError, messageOf } from '../../../lib/api-error.ts';
import type { Role } from '../../../lib/role.ts';
import { useDialog } from '../../../ui/dialog/use-dialog.ts';
import { FormModal } from '../../../ui/form/form-modal.tsx';
import type { UseOwners } from '../forms/owner-form.tsx';
import type { Previewed } from '../picked.ts';
import { PreviewDialog } from '../preview/preview-dialog.tsx';
import { CheckStep } from './check-step.tsx';
import { FileNotes } from './file-notes.tsx';
import { FileStep } from './file-step.tsx';
import { previewImport, readColumns } from './import.api.ts';
import {
  columnsProblem,
  fieldsForAll,
  nothingSaid,
  type Reading,
  withFound,
} from './import-values.ts';
import { RefusedRows } from './refused-rows.tsx';
import { SentPart } from './sent-part.tsx';

/** The props that the lists of applications give to the import. */
export type ImportDeps = { of: Role; categories: readonly string[]; useOwners: UseOwners };

type Props = ImportDeps & {
  opened: boolean;
  onClose: () => void;
  onStarted: (batch: Batch) => void;
};

/** A file as it was read last, and the way to read it. */
type Read = { found: ImportColumns; reading: Reading };

/**
 * Imports applications in three steps: the file, what is in it, the preview. Going back loses no answer. A new `key`
 * resets it.
 */
export function ImportWizard({ opened, of: role, onClose, onStarted, ...deps }: Props) {
  const [file, setFile] = useState<File | null>(null);
  const [read, setRead] = useState<Read | null>(null);
  const [said, setSaid] = useState(nothingSaid);
  const [isChecking, setChecking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  /** The part of the file that was sent; null while nothing is sent. */
  const [sent, setSent] = useState<number | null>(null);
  const preview = useDialog<Previewed & { preview: ImportPreview }>();
  const attempts = useRef(0);

  /** Does a step, or shows why it failed. The result of an earlier step that still runs is ignored. */
  async function attempt<T>(step: () => Promise<T>, done: (result: T) => void): Promise<void> {
    attempts.current += 1;
    const attempted = attempts.current;
    const isLast = () => attempted === attempts.current;
    setPending(true);
    setProblem(null);
    try {
      const result = await step();
      if (isLast()) done(result);
    } catch (error) {
      if (isLast() && !(error instanceof ApiError && error.sessionOver)) setProblem(wordsOf(error));
    } finally {
      if (isLast()) {
        setPending(false);
        setSent(null);
      }
    }
  }

  function take(next: File): void {
    setFile(next);
    setRead(null);
    setSaid(nothingSaid);
    const wrong = problemIn(next);
    if (wrong) return setProblem(wrong);
    void attempt(
      () => readColumns(next, null, setSent),
      (found) => {
        const fields = Object.fromEntries(
          found.columns.map(({ column, field }) => [column, field]),
        );
        setRead({ found, reading: { fields, key: null, mode: 'both' } });
        setChecking(true);
      },
    );
  }

  /** Reads the file again in another way. */
  function readAs(reading: Reading): void {
    if (!file || !read) return;
    setRead({ ...read, reading });
    void attempt(
      () => readColumns(file, reading, setSent),
      (found) => setRead({ found, reading }),
    );
  }

  function next(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (pending) return;
    const unmatched = unmatchedIn(event.currentTarget);
    if (unmatched) return unmatched.focus();
    const wrong = problemIn(file);
    if (wrong || !file) return setProblem(wrong);
    if (!read) return take(file);
    if (!isChecking) return setChecking(true);
    const { found, reading } = read;
    const wrongColumns = columnsProblem(reading);
    if (wrongColumns) return setProblem(wrongColumns);
    void attempt(
      () => {
        const forAll = fieldsForAll(role, found, reading, said).shown;
        return previewImport(file, reading, { said, forAll, found, onSent: setSent });
      },
      (previewed) => {
        setRead({ reading, found: withFound(found, previewed.preview) });
        preview.open(previewed);
      },
    );
  }

  function back(): void {
    setChecking(false);
    setProblem(null);
  }

  return (
    <>
      <FormModal
        opened={opened}
        title="Import applications"
        about={isChecking ? 'Step 2 of 3: check' : 'Step 1 of 3: file'}
        size={720}
        isDirty={() => file !== null}
        saving={pending}
        failure={isChecking ? problem : null}
        onSubmit={next}
        onClose={onClose}
        {...(isChecking && { onBack: back })}
        submit={{ label: isChecking ? 'Preview' : 'Next' }}
        footer={
          file && sent !== null ? (
            <SentPart bytes={file.size} part={sent} />
          ) : (
            'Nothing changes yet.'
          )
        }
      >
        {isChecking && read ? (
          <CheckStep
            {...deps}
            {...read}
            role={role}
            said={said}
            busy={pending}
            onReading={readAs}
            onSaid={setSaid}
          />
        ) : (
          <FileStep file={file} error={problem} onTake={take} />
        )}
      </FormModal>
      {preview.about && file && (
        <PreviewDialog
          key={preview.visit}
          opened={preview.opened}
          previewed={preview.about}
          about="Step 3 of 3"
          notes={<FileNotes notes={preview.about.preview.notes} />}
          refusedAction={({ previewID, refused }) => (
            <RefusedRows file={file} previewID={previewID} count={refused} />
          )}
          onBack={preview.close}
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

/** Returns the first select with a text that is none of its options, and that shows an error: its text would not be sent. */
const unmatchedIn = ({ elements }: HTMLFormElement): HTMLInputElement | undefined =>
  [...elements]
    .filter((field) => field instanceof HTMLInputElement)
    .find((field) => field.validity.customError && !field.checkValidity());

/** Says what is wrong with the file before it is sent; null if nothing is. */
function problemIn(file: File | null): string | null {
  if (!file) return 'Please choose a file';
  const { bytes } = limits.import;
  return file.size > bytes ? `The file has more than ${bytes / 1024 ** 2} MB` : null;
}

/** Returns the words for an error. The errors of fields say more than the message. */
function wordsOf(error: unknown): string {
  const fields = error instanceof ApiError ? error.fields : [];
  return fields.length > 0 ? fields.map(({ message }) => message).join('. ') : messageOf(error);
}
