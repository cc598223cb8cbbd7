import {
  type CsvSeparator,
  csvSeparators,
  type FileFormat,
  fileFormats,
} from '@adwarden/contract/spreadsheets/exports';
import { Button, Checkbox, Group, NativeSelect, Radio, SimpleGrid, Stack } from '@mantine/core';
import { z } from 'zod';
import { saveFile } from '../../../lib/save-file.ts';
import { toastSuccess } from '../../../lib/toasts.ts';
import { FormModal } from '../../../ui/form/form-modal.tsx';
import { useServerForm } from '../../../ui/form/use-server-form.ts';
import { type ExportChoice, keepChoice, lastChoice } from './export-choice.ts';

/** The subject of an export. */
export type Exportable = {
  /** The name of the list, under which the last choice is kept. */
  list: 'apps' | 'users';
  /** The export in words: '1,240 applications'. */
  what: string;
  columns: readonly { name: string; heading: string }[];
  /** The columns that are chosen at first. */
  usual: readonly string[];
  /** The columns that the list shows; none where there is no list. */
  shown: readonly string[];
  fetch: (choice: ExportChoice) => Promise<File>;
};

type Props = { opened: boolean; about: Exportable; onClose: () => void };

const schema = z.object({
  format: z.enum(fileFormats),
  separator: z.enum(csvSeparators),
  columns: z.array(z.string()).min(1, 'Please choose at least one column'),
});

const formatWords: Record<FileFormat, { label: string; description: string }> = {
  csv: { label: 'CSV', description: 'For spreadsheets, and to import it again.' },
  xlsx: { label: 'Excel', description: 'A workbook: no digit and no zero is lost.' },
  json: { label: 'JSON', description: 'For programs.' },
};

const separatorWords: Record<CsvSeparator, string> = {
  comma: 'Comma',
  semicolon: 'Semicolon (Excel where 1.5 is written 1,5)',
  tab: 'Tab',
};

/** Asks for the format and the columns of an export, and saves the file. A new `key` resets it. */
export function ExportDialog({ opened, about, onClose }: Props) {
  const all = about.columns.map(({ name }) => name);
  const { form, submit, saving, failure } = useServerForm({
    schema,
    mode: 'controlled',
    initialValues: lastChoice(about.list, { ...about, all }),
    async onSubmit(values) {
      // In the order of the file, not of the clicks.
      const choice = { ...values, columns: all.filter((name) => values.columns.includes(name)) };
      const file = await about.fetch(choice);
      saveFile(file);
      keepChoice(about.list, choice, about.shown);
      toastSuccess(`${file.name} saved`);
      onClose();
    },
  });
  const { columns, format: chosen } = form.values;
  return (
    <FormModal
      opened={opened}
      title="Export"
      about={about.what}
      size={620}
      isDirty={() => false}
      saving={saving}
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
      submit={{ label: 'Export' }}
    >
      <Stack gap="lg">
        <Radio.Group {...form.getInputProps('format')} label="Format">
          <Group gap="xl" mt={6}>
            {fileFormats.map((format) => (
              <Radio
                key={format}
                value={format}
                {...formatWords[format]}
                {...(format === chosen && { 'data-autofocus': true })}
              />
            ))}
          </Group>
        </Radio.Group>
        {chosen === 'csv' && (
          <NativeSelect
            {...form.getInputProps('separator')}
            label="Separated by"
            data={csvSeparators.map((value) => ({ value, label: separatorWords[value] }))}
            w={{ base: '100%', sm: 340 }}
          />
        )}
        <Stack gap="sm">
          <Group gap="xs">
            {about.shown.length > 0 && (
              <Button
                variant="default"
                size="compact-sm"
                onClick={() => form.setFieldValue('columns', [...about.shown])}
              >
                Columns as in the list
              </Button>
            )}
            <Button
              variant="default"
              size="compact-sm"
              onClick={() => form.setFieldValue('columns', [...about.usual])}
            >
              The usual ones
            </Button>
          </Group>
          <Checkbox
            label="All columns"
            checked={columns.length === all.length}
            indeterminate={columns.length > 0 && columns.length < all.length}
            onChange={({ currentTarget }) =>
              form.setFieldValue('columns', currentTarget.checked ? all : [])
            }
          />
          <Checkbox.Group {...form.getInputProps('columns')} aria-label="Columns">
            <SimpleGrid cols={{ base: 2, sm: 3 }} spacing="xs" verticalSpacing="xs">
              {about.columns.map(({ name, heading }) => (
                <Checkbox key={name} size="xs" value={name} label={heading} />
              ))}
            </SimpleGrid>
          </Checkbox.Group>
        </Stack>
      </Stack>
    </FormModal>
  );
}
