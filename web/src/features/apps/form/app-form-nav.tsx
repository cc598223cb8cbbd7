import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { useRef } from 'react';
import classes from './app-form-nav.module.css';
import { appFormSections } from './app-form-sections.ts';
import { useActiveSection } from './use-active-section.ts';

const ids = appFormSections.map(({ id }) => id);

/** Jumps to the sections of the form, and counts the invalid fields of each. */
export function AppFormNav({ errors }: { errors: Record<string, unknown> }) {
  const nav = useRef<HTMLElement>(null);
  const active = useActiveSection(ids, nav);
  const still = useReducedMotion();

  function jump(id: string): void {
    const section = document.getElementById(id);
    section?.scrollIntoView({ behavior: still ? 'auto' : 'smooth', block: 'start' });
    section?.focus({ preventScroll: true });
  }

  return (
    <nav ref={nav} className={classes.nav} aria-label="Sections of the form">
      {appFormSections.map(({ id, title, fields }) => {
        const invalid = fields.filter((field) => errors[field]).length;
        return (
          <UnstyledButton
            key={id}
            className={classes.link}
            aria-current={active === id || undefined}
            onClick={() => jump(id)}
          >
            {title}
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
