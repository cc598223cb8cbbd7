import { NativeSelect } from '@mantine/core';
import { pageSizes } from './use-page-size.ts';

type Props = { pageSize: number; onChange: (pageSize: number) => void };

const options = pageSizes.map((size) => ({ value: String(size), label: `${size} rows` }));

/** Chooses how many rows a page has. */
export function PageSizeSelect({ pageSize, onChange }: Props) {
  return (
    <NativeSelect
      size="xs"
      aria-label="Rows per page"
      data={options}
      value={String(pageSize)}
      onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
    />
  );
}
