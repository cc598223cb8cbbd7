import { counted } from '@adwarden/contract/counted';
import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { type RefObject, use, useEffect, useRef, useState } from 'react';
import { jumpToSection } from './app-form-jump.ts';
import classes from './app-form-nav.module.css';
import { appFormSections } from './app-form-sections.ts';
import { severityIcons } from './findings/finding-line.tsx';
import type { FormFinding } from './findings/findings-of-form.ts';
import { FormFindingsContext } from './findings/use-form-findings.ts';

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
      <VisuallyHidden>{counted(findings.length, 'finding')}</VisuallyHidden>
    </span>
  );
}

/** A section counts as reached when it begins at most this far (CSS pixels) below the frame's top. */
const reach = 90;

/**
 * The id of the section that is being read: the last one that was scrolled to, or the last of all when the
 * container is scrolled to its end. `ids` are the sections in their order and must be constant; `inside` is an
 * element in the scroll container. Mantine's useScrollSpy marks the heading that is nearest to the top, so a short
 * last section would never be marked.
 */
function useActiveSection(ids: string[], inside: RefObject<HTMLElement | null>): string {
  const [active, setActive] = useState(ids[0] ?? '');
  useEffect(() => {
    const onScroll = ({ target }: Event) => {
      if (!(target instanceof Element) || !target.contains(inside.current)) return;
      const top = target.getBoundingClientRect().top + reach;
      const reached = ids.filter(
        (id) => (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) <= top,
      );
      const atEnd = target.scrollTop + target.clientHeight >= target.scrollHeight - 2;
      setActive((atEnd ? ids.at(-1) : (reached.at(-1) ?? ids[0])) ?? '');
    };
    // Scrolling does not bubble, but it can be caught on its way down.
    document.addEventListener('scroll', onScroll, { capture: true, passive: true });
    return () => document.removeEventListener('scroll', onScroll, { capture: true });
  }, [ids, inside]);
  return active;
}
