import { limits } from '@adwarden/contract/limits';
import { Button, Stack } from '@mantine/core';
import { IconDownload, IconFileSpreadsheet } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { saveFile } from '../../../lib/save-file.ts';
import classes from './file-step.module.css';
import { importTemplate } from './import.api.ts';

type Props = {
  /** The file that was chosen. */
  file: File | null;
  /** Called with another file, or the same one again: it may have been corrected. */
  onTake: (file: File) => void;
  /** The error of the file. */
  error: string | null;
};

const megabytes = limits.import.bytes / 1024 ** 2;

/** The first step of an import: the file. */
export function FileStep({ file, onTake, error }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const template = useMutation({ mutationFn: async () => saveFile(await importTemplate()) });
  const take = (next: File | undefined) => next && onTake(next);
  return (
    <Stack gap="md">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same for the keyboard */}
      <div
        className={classes.zone}
        data-over={isOver || undefined}
        data-error={error !== null || undefined}
        data-file-drop
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          take(event.dataTransfer.files[0]);
        }}
      >
        <IconFileSpreadsheet size={32} stroke={1.5} aria-hidden="true" />
        <p className={classes.name}>{file ? <bdi>{file.name}</bdi> : 'Drop a file here, or'}</p>
        <Button
          variant="default"
          size="compact-md"
          onClick={() => input.current?.click()}
          aria-describedby="import-file-error"
          // After the second step, the button that was pressed no longer exists.
          ref={(button) => {
            if (file && document.activeElement === document.body) button?.focus();
          }}
          data-autofocus
        >
          {file ? 'Choose another file' : 'Choose a file'}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          aria-label="File to import"
          accept=".xlsx,.csv,.txt,.tsv,.json,text/csv,application/json"
          onChange={({ currentTarget }) => {
            take(currentTarget.files?.[0]);
            // The same file again is a change, too: it may have been corrected.
            currentTarget.value = '';
          }}
        />
        <p className={classes.hint}>
          Excel (.xlsx), CSV or JSON, at most {megabytes} MB and{' '}
          {limits.import.rows.toLocaleString('en')} rows. A column that is missing keeps its values;
          a blank cell clears an optional field.
        </p>
      </div>
      <div>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconDownload size={16} />}
          loading={template.isPending}
          onClick={() => template.mutate()}
        >
          Download a template
        </Button>
      </div>
      <p id="import-file-error" className={classes.error} role="alert">
        {error}
      </p>
    </Stack>
  );
}
