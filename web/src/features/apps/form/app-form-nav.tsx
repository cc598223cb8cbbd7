import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { use, useRef } from 'react';
import { jumpToSection } from './app-form-jump.ts';
import classes from './app-form-nav.module.css';
import { appFormSections } from './app-form-sections.ts';
import { severityIcons } from './findings/finding-line.tsx';
import type { FormFinding } from './findings/findings-of-form.ts';
import { FormFindingsContext } from './findings/use-form-findings.ts';
import { useActiveSection } from './use-active-section.ts';

const ids = appFormSections.map(({ id }) => id);

/** Jumps to the sections of the form, counts the invalid fields of each, and marks those with findings. */
export function AppFormNav({ errors }: { errors: Record<string, unknown> }) {
  const nav = useRef<HTMLElement>(null);
  const active = useActiveSection(ids, nav);
  const still = useReducedMotion();
  const findings = use(FormFindingsContext);

  return (
    <nav ref={nav} className={classes.nav} aria-label="Sections of the form">
      {appFormSections.map(({ id, title, fields }) => {
        const invalid = fields.filter((field) => errors[field]).length;
        return (
          <UnstyledButton
            key={id}
            className={classes.link}
            aria-current={active === id || undefined}
            onClick={({ detail }) =>
              jumpToSection(id, {
                // Not after a tap: on a phone the focus of an input opens the keyboard.
                toInput: detail === 0,
                behavior: still ? 'auto' : 'smooth',
              })
            }
          >
            {title}
            <FindingMark findings={findings.filter(({ field }) => isOneOf(field, fields))} />
            {invalid > 0 && (
              <span className={classes.fault}>
                {invalid}
                <VisuallyHidden> to mend</VisuallyHidden>
              </span>
            )}
          </UnstyledButton>
        );
      })}
    </nav>
  );
}

const isOneOf = (field: string, fields: readonly string[]) => fields.includes(field);

/** The worst of some findings as an icon, and their number for screen readers. */
function FindingMark({ findings }: { findings: readonly FormFinding[] }) {
  const [worst] = findings;
  if (!worst) return null;
  const Icon = severityIcons[worst.severity];
  return (
    <span className={classes.finding} data-severity={worst.severity}>
      <Icon size={15} aria-hidden="true" />
      <VisuallyHidden>
        {findings.length === 1 ? '1 finding' : `${findings.length} findings`}
      </VisuallyHidden>
    </span>
  );
}
