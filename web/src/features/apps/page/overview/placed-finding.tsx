import type { AppFormField } from '@adwarden/contract/apps';
import type { Finding } from '@adwarden/contract/findings/findings';
import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import type { Role } from '../../../../lib/role.ts';
import { mayWrite } from '../../../../people/may.ts';
import { fieldsOf } from '../../form/app-form-values.ts';
import { FindingLine } from '../../form/findings/finding-line.tsx';
import classes from './overview.module.css';

/** The places and actions to which a finding on the page of an app can lead. */
export type Ways = {
  role: Role;
  /** Returns the address of the tab that shows more about a finding; null: it is corrected in the form. */
  tabOf: (finding: Finding) => string | null;
  /** The state of links to other tabs. */
  state: unknown;
  /** Opens the form, at a field. */
  onEdit: (field?: AppFormField) => void;
};

/** A finding with the way to correct it. An owner has none for a field that only administrators have. */
export function PlacedFinding({ finding, ways }: { finding: Finding; ways: Ways }) {
  const { role, tabOf, state, onEdit } = ways;
  const tab = tabOf(finding);
  const field = fieldsOf(role).find((name) => name === finding.field);
  const isOwn = mayWrite() && (field !== undefined || finding.field === '');
  return (
    <div className={classes.finding}>
      <FindingLine finding={finding} />
      {tab !== null && (
        <Anchor component={Link} to={tab} state={state} className={classes.mend}>
          Look into it
        </Anchor>
      )}
      {tab === null && isOwn && (
        <Anchor
          component="button"
          type="button"
          className={classes.mend}
          aria-label={`Edit: ${finding.title}`}
          onClick={() => onEdit(field)}
        >
          Edit
        </Anchor>
      )}
    </div>
  );
}
