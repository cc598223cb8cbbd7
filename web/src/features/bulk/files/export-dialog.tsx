import { type FileFormat, fileFormats } from '@adwarden/contract/spreadsheets/exports';
import { Checkbox, Group, Radio, SimpleGrid, Stack } from '@mantine/core';
import { z } from 'zod';
import { saveFile } from '../../../lib/save-file.ts';
import { toastSuccess } from '../../../lib/toasts.ts';
import { FormModal } from '../../../ui/form/form-modal.tsx';
import { useServerForm } from '../../../ui/form/use-server-form.ts';

/** What is exported. */
export type Exportable = {
  /** '1,240 applications'. */
  what: string;
  columns: readonly { name: string; heading: string }[];
  /** The columns that are chosen at first. */
  usual: readonly string[];
  fetch: (format: FileFormat, columns: string[]) => Promise<File>;
};

type Props = { opened: boolean; about: Exportable; onClose: () => void };

const schema = z.object({
  format: z.enum(fileFormats),
  columns: z.array(z.string()).min(1, 'Please choose at least one column'),
});

const formatWords: Record<FileFormat, { label: string; description: string }> = {
  csv: { label: 'CSV', description: 'For spreadsheets, and to import it again.' },
  xlsx: { label: 'Excel', description: 'A workbook: no digit and no zero is lost.' },
  json: { label: 'JSON', description: 'For programs.' },
};

/** Asks for the format and the columns of an export, and saves the file. It begins anew with another `key`. */
export function ExportDialog({ opened, about, onClose }: Props) {
  const { form, submit, saving, failure } = useServerForm({
    schema,
    mode: 'controlled',
    initialValues: { format: 'csv' as FileFormat, columns: [...about.usual] },
    async onSubmit({ format, columns }) {
      // In the order of the file, not of the clicks.
      const names = about.columns.map(({ name }) => name).filter((name) => columns.includes(name));
      const file = await about.fetch(format, names);
      saveFile(file);
      toastSuccess(`${file.name} saved`);
      onClose();
    },
  });
  const all = about.columns.map(({ name }) => name);
  const { columns } = form.values;
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
                {...(format === 'csv' && { 'data-autofocus': true })}
              />
            ))}
          </Group>
        </Radio.Group>
        <Stack gap="sm">
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
