import { Button, FileButton, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { withTypeOfContent } from '../../../../lib/browser/image-type.ts';
import { fileUrl } from '../../../../lib/file-url.ts';
import { iconTypes } from '../app-form-values.ts';
import type { AppFormApi } from './app-form-field.ts';
import classes from './app-icon-field.module.css';
import { defaultIconUrl } from './default-icon.ts';

/** An object URL for a file, valid while it is shown; null without a file. */
function usePreview(file: File | null): string | null {
  const [preview, setPreview] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return setPreview(null);
    const url = URL.createObjectURL(file);
    setPreview(url);
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return preview;
}

type Props = {
  form: AppFormApi;
  /** Path of the icon that is saved; '' shows the default. */
  saved: string;
};

/** The icon: chosen or dropped, with its preview; until then the saved one, or the default (spec, section 2). */
export function AppIconField({ form, saved }: Props) {
  const file: File | null = form.useWatchValue('icon');
  const [over, setOver] = useState(false);
  const { error } = form.getInputProps('icon');
  const preview = usePreview(error ? null : file);

  const resetButton = useRef<() => void>(null);

  function clear(): void {
    form.setFieldValue('icon', null, { forceUpdate: false });
    resetButton.current?.();
  }
  async function choose(chosen: File | null): Promise<void> {
    if (!chosen) return;
    form.setFieldValue('icon', await withTypeOfContent(chosen), { forceUpdate: false });
    form.validateField('icon');
    // Without a reset, the browser fires no event when the same file is chosen again.
    resetButton.current?.();
  }
  function hover(event: DragEvent): void {
    event.preventDefault();
    setOver(true);
  }
  function leave(event: DragEvent): void {
    // `dragleave` also fires when the pointer moves to a child of the zone: ignore that.
    if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
  }
  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    void choose(event.dataTransfer.files[0] ?? null);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is an extra, because the keyboard has the button
    <div
      className={classes.zone}
      data-over={over || undefined}
      data-error={error ? true : undefined}
      onDragOver={hover}
      onDragLeave={leave}
      onDrop={drop}
    >
      <img
        className={classes.preview}
        src={preview ?? (fileUrl(saved) || defaultIconUrl)}
        alt={preview && file ? `Chosen icon: ${file.name}` : saved ? 'Icon' : 'Default icon'}
      />
      <FileButton accept={iconTypes.join()} onChange={choose} resetRef={resetButton}>
        {(props) => (
          <Button
            {...props}
            variant="default"
            size="compact-sm"
            leftSection={<IconUpload size={14} />}
            data-path="icon"
            aria-invalid={error ? true : undefined}
            aria-describedby="app-icon-about"
          >
            Choose icon
          </Button>
        )}
      </FileButton>
      {file && (
        <Button variant="subtle" color="gray" size="compact-sm" onClick={clear}>
          {saved ? 'Keep the old one' : 'Use the default'}
        </Button>
      )}
      <div id="app-icon-about" aria-live="polite">
        {error ? (
          <Text size="xs" c="red" ta="center">
            {error}
          </Text>
        ) : (
          <Text size="xs" c="dimmed" ta="center">
            {file ? file.name : 'or drop an image, up to 2 MB'}
          </Text>
        )}
      </div>
    </div>
  );
}
