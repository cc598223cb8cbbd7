import { type AdUnitKind, type AdUnitName, sampleAdUnits } from '@adwarden/contract/ad-units';
import { limits } from '@adwarden/contract/limits';
import { ActionIcon, TextInput, Tooltip, UnstyledButton } from '@mantine/core';
import { IconFlask, IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import { CopyButton } from '../../ui/copy-button.tsx';
import classes from './ad-unit-field.module.css';
import { type AppFormApi, useAppField } from './app-form-field.ts';
import { FieldWarning } from './field-warning.tsx';
import { adUnitWarning } from './id-warnings.ts';

type Props = { form: AppFormApi; name: AdUnitName; kind: AdUnitKind; label: string };

/**
 * One ad-unit id with its sample, a copy and a clear inside (spec, section 2 "Application form
 * details"). A shape that is probably wrong is said below and never blocks.
 */
export function AdUnitField({ form, name, kind, label }: Props) {
  const { value, set, props } = useAppField(form, name);
  const input = useRef<HTMLInputElement>(null);
  const warning = adUnitWarning(value);
  const filled = value !== '';

  return (
    <TextInput
      {...props}
      ref={input}
      label={label}
      description={warning && <FieldWarning>{warning}</FieldWarning>}
      maxLength={limits.text.adUnit}
      autoComplete="off"
      spellCheck={false}
      classNames={{ input: classes.input ?? '', section: classes.actions ?? '' }}
      rightSectionWidth={filled ? 90 : 88}
      rightSection={
        <>
          {filled && <CopyButton value={value} label={`Copy ${label}`} size={26} />}
          {filled && (
            <Tooltip label="Clear">
              <ActionIcon
                variant="subtle"
                color="gray"
                size={26}
                aria-label={`Clear ${label}`}
                onClick={() => {
                  set('');
                  input.current?.focus();
                }}
              >
                <IconX size={15} />
              </ActionIcon>
            </Tooltip>
          )}
          <Tooltip label="Fill in Google's sample">
            <UnstyledButton
              className={classes.sample}
              aria-label={`Sample for ${label}`}
              onClick={() => set(sampleAdUnits[kind])}
            >
              <IconFlask size={15} />
              {!filled && 'Sample'}
            </UnstyledButton>
          </Tooltip>
        </>
      }
    />
  );
}
