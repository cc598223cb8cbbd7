import { Button, Group, Text } from '@mantine/core';
import type { AppFormApi } from './app-form-field.ts';
import { ChoiceSelect } from './choice-select.tsx';

/** The categories to choose from, or that they could not be loaded. */
export type CategoryChoice = {
  names: readonly string[];
  failed: boolean;
  retrying: boolean;
  retry: () => void;
};

/** A select of the categories. If they could not be loaded, it says so and has a Retry button. */
export function CategorySelect(props: { form: AppFormApi; categories: CategoryChoice }) {
  const { form, categories } = props;
  return (
    <div>
      <ChoiceSelect
        form={form}
        field="category"
        options={categories.names.map((name) => ({ value: name, label: name }))}
      />
      {categories.failed && (
        <Group gap={6} mt={4} c="red" wrap="nowrap" role="alert">
          <Text size="xs">The categories could not be loaded.</Text>
          <Button
            variant="subtle"
            size="compact-xs"
            loading={categories.retrying}
            onClick={() => {
              // The Retry button, which has the focus, disappears now.
              form.getInputNode('category')?.focus();
              categories.retry();
            }}
          >
            Retry
          </Button>
        </Group>
      )}
    </div>
  );
}
