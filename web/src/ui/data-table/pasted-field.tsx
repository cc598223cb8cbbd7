import { Button, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useFilterSource } from './filter-source.ts';

type Props = { label: string; hint: string; onDone?: (() => void) | undefined };

/** Takes a list of texts, and limits the list to what they name. */
export function PastedField({ label, hint, onDone }: Props) {
  const source = useFilterSource();
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function find(): Promise<void> {
    setBusy(true);
    const wrong = (await source?.findAll(text, true)) ?? null;
    setBusy(false);
    setError(wrong);
    if (wrong === null) onDone?.();
  }

  return (
    <Stack gap="xs">
      <Textarea
        label={label}
        description={hint}
        rows={6}
        value={text}
        error={error}
        spellCheck={false}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setError(null);
        }}
      />
      <Button size="xs" loading={isBusy} disabled={text.trim() === ''} onClick={find}>
        Find all
      </Button>
    </Stack>
  );
}
