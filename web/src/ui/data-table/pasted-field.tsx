import { Button, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { hugePaste } from '../../lib/browser/refuse-huge-pastes.ts';
import { useFilterSource } from './filter-source.ts';

type Props = { label: string; hint: string; onDone?: (() => void) | undefined };

/** Takes a list of texts, and limits the list to what they name. */
export function PastedField({ label, hint, onDone }: Props) {
  const source = useFilterSource();
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function find(list: string): Promise<void> {
    setBusy(true);
    const wrong = (await source?.findAll(list, true)) ?? null;
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
        // The browser would need long to show it.
        onPaste={(event) => {
          const list = event.clipboardData.getData('text/plain');
          if (list.length <= hugePaste) return;
          event.preventDefault();
          void find(`${text}\n${list}`);
        }}
      />
      <Button
        size="xs"
        loading={isBusy}
        disabled={text.trim() === ''}
        onClick={() => void find(text)}
      >
        Find all
      </Button>
    </Stack>
  );
}
