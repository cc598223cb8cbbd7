import { limits } from '@adwarden/contract/limits';
import { type TestQuestion, testAdsForm } from '@adwarden/contract/test-ads';
import { Button, SegmentedControl, Switch, TextInput, type TextInputProps } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { countryOptions } from '../../../ui/countries/country-options.ts';
import { FindSelect } from '../../../ui/form/find-select.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useServerForm } from '../../../ui/form/use-server-form.ts';
import classes from './test-ads.module.css';
import { useAskedPaste } from './use-asked-paste.ts';

type Props = {
  /** Asks the server; its field errors are shown beside the fields. */
  onTest: (question: TestQuestion) => Promise<unknown>;
};

const ways = [
  { value: 'address', label: 'IP address' },
  { value: 'country', label: 'Country and VPN' },
];

/** The phone to test as: by its IP address, or by its country and whether it uses a VPN. */
export function TestAdsForm({ onTest }: Props) {
  const [way, setWay] = useState('address');
  return (
    <div className={classes.form}>
      <SegmentedControl aria-label="Test by" data={ways} value={way} onChange={setWay} />
      {way === 'address' ? <ByAddress onTest={onTest} /> : <ByCountry onTest={onTest} />}
    </div>
  );
}

function ByAddress({ onTest }: Props) {
  const { form, submit, saving } = useServerForm({
    schema: testAdsForm,
    initialValues: { ipAddress: '', asked: '' },
    onSubmit: onTest,
  });
  const pasted = useAskedPaste((asked) => form.setFieldValue('asked', asked));
  return (
    <form ref={pasted} noValidate onSubmit={submit} aria-busy={saving} className={classes.fields}>
      <TextInput
        key={form.key('ipAddress')}
        {...form.getInputProps('ipAddress')}
        label="IP address of the phone"
        description="IPv4 or IPv6. Its country and VPN are looked up as when that phone asks."
        placeholder="for example 203.0.113.7"
        classNames={{ input: 'mono' }}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="none"
        data-autofocus
      />
      <AskedField key={form.key('asked')} {...form.getInputProps('asked')} />
      <TestButton saving={saving} />
    </form>
  );
}

function ByCountry({ onTest }: Props) {
  const { form, submit, saving } = useServerForm({
    schema: testAdsForm,
    mode: 'controlled',
    initialValues: { country: null as string | null, vpn: false, asked: '' },
    onSubmit: onTest,
  });
  const pasted = useAskedPaste((asked) => form.setFieldValue('asked', asked));
  return (
    <form ref={pasted} noValidate onSubmit={submit} aria-busy={saving} className={classes.fields}>
      <FindSelect
        {...form.getInputProps('country')}
        value={form.values.country}
        chosen={null}
        label="Country of the phone"
        placeholder="Unknown"
        data={countryOptions}
        limit={50}
        clearable
        clearButtonProps={{ 'aria-label': 'Make the country unknown' }}
        unmatched="Choose a country from the list"
        nothingFoundMessage="No such country"
      />
      <Switch
        {...form.getInputProps('vpn', { type: 'checkbox' })}
        label="Through a VPN, a proxy or Tor"
      />
      <AskedField {...form.getInputProps('asked')} />
      <TestButton saving={saving} />
    </form>
  );
}

/** A field for a value that the phone sent; a paste is tested at once. */
function AskedField(props: TextInputProps) {
  return (
    <TextField
      {...props}
      label="What the phone asked with"
      description="Paste its address (…/api/getAds?appID=…) or its token. If blank, the current token is tested."
      limit={limits.text.asked}
      classNames={{ input: 'mono' }}
      spellCheck={false}
      autoComplete="off"
      autoCapitalize="none"
    />
  );
}

function TestButton({ saving }: { saving: boolean }) {
  return (
    <Button
      type="submit"
      loading={saving}
      leftSection={<IconPlayerPlay size={16} />}
      className={classes.button}
    >
      Test
    </Button>
  );
}
