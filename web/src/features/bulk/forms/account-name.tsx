import { limits } from '@adwarden/contract/limits';
import { useAccountNames } from '../../../lib/look-up/account-names.ts';
import { SuggestField } from '../../../ui/form/suggest-field.tsx';

type Props = { value?: string; onChange: (value: string) => void; disabled?: boolean } & (
  | { label: string }
  | { 'aria-label': string; placeholder: string }
);

/** The account name, with those in use. */
export function AccountName(props: Props) {
  const { suggestions, notice, onFocus } = useAccountNames(props.value ?? '');
  return (
    <SuggestField
      {...props}
      limit={limits.text.accountName}
      suggestions={suggestions}
      autoComplete="off"
      dir="auto"
      onFocus={onFocus}
      description={notice && `${notice}.`}
    />
  );
}
