import { type AdUnitName, adUnitSlots } from '@adwarden/contract/ad-units';
import { isListOfIds } from '@adwarden/contract/pasted/ids-in-text';
import { type ClipboardEvent, type DragEvent, useState } from 'react';
import { useDialog } from '../../../../ui/dialog/use-dialog.ts';
import type { AppFormApi } from '../../form/fields/app-form-field.ts';
import { loadFillDialog } from './lazy-fill-dialog.ts';
import type { PastedText, PlacedUnit } from './place-units.ts';

/** Bytes of a file of ad units that is read. */
const longestFile = 1_000_000;

/** Takes texts with more than one ad unit out of paste and drop, shows what they would fill, and can undo it once. */
export function usePasting(form: AppFormApi) {
  const dialog = useDialog<PastedText>();
  const [filled, setFilled] = useState<PlacedUnit[]>([]);
  const [isOver, setOver] = useState(false);
  // There before it is needed: a paste does not wait for it, and neither does the form that opens.
  const loadAhead = () => void loadFillDialog().catch(() => {});

  function onPaste(event: ClipboardEvent<HTMLElement>): void {
    const text = textOf(event.clipboardData);
    if (!isListOfIds(text)) return;
    event.preventDefault();
    dialog.open({ text, field: fieldOf(event.target) });
  }

  function onDrop(event: DragEvent<HTMLElement>): void {
    setOver(false);
    const { dataTransfer } = event;
    const field = fieldOf(event.target);
    const [file] = dataTransfer.files;
    // Left to itself, the browser would leave the page for the file.
    if (file) event.preventDefault();
    if (file && file.size <= longestFile) {
      void file.text().then((text) => isListOfIds(text) && dialog.open({ text, field }));
    }
    const text = textOf(dataTransfer);
    if (!isListOfIds(text)) return;
    event.preventDefault();
    dialog.open({ text, field });
  }

  function fill(units: PlacedUnit[]): void {
    for (const { field, id } of units) form.setFieldValue(field, id, { forceUpdate: false });
    setFilled(units);
    dialog.close();
  }

  /** Puts back what the fields had; one that was changed since keeps its text. */
  function undo(): void {
    const now = form.getValues();
    for (const { field, id, was } of filled) {
      if (now[field] === id) form.setFieldValue(field, was, { forceUpdate: false });
    }
    setFilled([]);
  }

  const events = {
    // Before the field itself, which refuses huge texts.
    onPasteCapture: onPaste,
    onFocusCapture: loadAhead,
    onDrop,
    onDragOver: (event: DragEvent<HTMLElement>) => {
      // Without this, the browser refuses a drop beside the fields.
      event.preventDefault();
      loadAhead();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
  };
  return { dialog, events, fill, filled, undo, isOver };
}

/** The text of a clipboard or of something dropped; that of its HTML when it has nothing else. */
const textOf = (data: DataTransfer): string =>
  data.getData('text/plain') || data.getData('text/html');

function fieldOf(target: EventTarget): AdUnitName | null {
  const name = target instanceof HTMLInputElement ? target.name : '';
  return adUnitSlots.find((slot) => slot.name === name)?.name ?? null;
}
