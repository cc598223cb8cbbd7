import { accountNameCalls } from '@adwarden/contract/account-names';
import { limits } from '@adwarden/contract/limits';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { typingDelay } from '../delays.ts';
import { request } from '../http-client.ts';
import { queryKeys } from '../query-keys.ts';
import { appsInWords } from '../words/words.ts';

/** The help of a field for an account name: names to choose, and a notice when the text is probably a misspelled one. */
export type AccountNameHelp = {
  suggestions: { value: string; note: string }[];
  notice: string | null;
  /** Starts to ask only on focus: most visits of a form leave the account as it is. */
  onFocus: () => void;
};

/** Asks which accounts are in use while somebody types the name of one. */
export function useAccountNames(text: string): AccountNameHelp {
  const [isFocused, setFocused] = useState(false);
  const typed = text.trim().slice(0, limits.text.accountName);
  const [asked] = useDebouncedValue(typed, typingDelay);
  const { data, isPlaceholderData } = useQuery({
    queryKey: [...queryKeys.apps, 'account-names', asked] as const,
    queryFn: async ({ signal }) =>
      (await request(accountNameCalls.getAccountNames, { query: { name: asked }, signal })).data,
    enabled: isFocused,
    placeholderData: keepPreviousData,
    meta: { errorToast: false },
  });
  const { inUse = [], close = [] } = data ?? {};
  const names = new Map([...close, ...inUse].map(({ accountName, apps }) => [accountName, apps]));
  names.delete(text.trim());
  const isOfText = asked === typed && !isPlaceholderData;
  const [first] = isOfText ? close : [];
  return {
    suggestions: [...names].map(([value, apps]) => ({ value, note: appsInWords(apps) })),
    notice: first
      ? `${appsInWords(first.apps)} ${first.apps === 1 ? 'is' : 'are'} in ${first.accountName}`
      : null,
    onFocus: () => setFocused(true),
  };
}
