import { useRef } from 'react';

/** Random enough that no two forms have the same one. `crypto.randomUUID` is for HTTPS only. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/**
 * The `Idempotency-Key` of a form that creates something: Save again, after an answer was lost, makes nothing twice (ADR 90).
 * It is a new one when `opening` changes, and after `renew`, which is called when something was created.
 */
export function useFormKey(opening: unknown = null) {
  const kept = useRef<{ opening: unknown; key: string } | null>(null);
  return {
    now(): string {
      if (kept.current === null || kept.current.opening !== opening) {
        kept.current = { opening, key: newKey() };
      }
      return kept.current.key;
    },
    renew(): void {
      kept.current = null;
    },
  };
}
