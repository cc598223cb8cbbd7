import { adUnitKinds, adUnitSlots } from '@adwarden/contract/ad-units';
import type { App } from '@adwarden/contract/apps';
import { limits } from '@adwarden/contract/limits';
import { adUnitKindWords } from '../../../lib/words/words.ts';
import { may } from '../../../people/may.ts';
import { TextArea } from '../../../ui/form/text-field.tsx';
import { AdUnitCount, AdUnitGroup } from '../ad-units/ad-unit-group.tsx';
import { PastedUnits } from '../ad-units/pasting/pasted-units.tsx';
import classes from './app-form.module.css';
import { AppBasics, type AppBasicsProps } from './app-form-basics.tsx';
import { AppDelivery } from './app-form-delivery.tsx';
import { AppFormNav } from './app-form-nav.tsx';
import { AppFormSection } from './app-form-section.tsx';
import { appFormSections } from './app-form-sections.ts';
import { CopiedAdUnits, CopiedCountries } from './copied-values.tsx';
import { useAppField } from './fields/app-form-field.ts';
import { ForDevelopers } from './for-developers.tsx';

/** The 15 slots by kind, in the spec's order. */
const adUnitGroups = adUnitKinds.map((kind) => ({
  kind,
  title: adUnitKindWords[kind],
  slots: adUnitSlots.filter((slot) => slot.kind === kind),
}));
const allSlots = adUnitGroups.flatMap(({ slots }) => slots);
const [basics, delivery, units, note] = appFormSections;

function NoteField({ form }: Pick<AppBasicsProps, 'form'>) {
  const { props } = useAppField(form, 'note');
  return (
    <TextArea
      {...props}
      aria-label="Note"
      placeholder="For whoever looks after this app; never sent to phones"
      autosize
      minRows={3}
      maxRows={12}
      limit={limits.text.note}
      dir="auto"
    />
  );
}

type Props = AppBasicsProps & {
  /** The app that is edited; null for a new one. */
  app: App | null;
  /** The app that was added last, for a new one. */
  lastApp: App | undefined;
};

/** The fields of an application, one form for adding and editing (spec, section 2 "Application form details"). */
export function AppForm(props: Props) {
  const { role, form, copyOf, app, lastApp } = props;
  return (
    <div className={classes.form}>
      <AppFormNav errors={form.errors} />
      <div className={classes.sections}>
        <AppFormSection {...basics}>
          <AppBasics {...props} />
        </AppFormSection>
        <AppFormSection {...delivery}>
          <AppDelivery role={role} form={form} last={lastApp} />
          {copyOf && may(role, 'set-ip-rules') && <CopiedCountries of={copyOf} />}
        </AppFormSection>
        <AppFormSection {...units} aside={<AdUnitCount form={form} slots={allSlots} />}>
          {copyOf && <CopiedAdUnits form={form} of={copyOf} slots={allSlots} />}
          <PastedUnits form={form}>
            <div className={classes.groups}>
              {adUnitGroups.map((group) => (
                <AdUnitGroup key={group.kind} form={form} {...group} />
              ))}
            </div>
          </PastedUnits>
        </AppFormSection>
        <AppFormSection {...note}>
          <NoteField form={form} />
        </AppFormSection>
        <ForDevelopers app={app} />
      </div>
    </div>
  );
}
