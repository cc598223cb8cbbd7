import type { Account } from '@adwarden/contract/app-ads/app-ads';
import { fileOf } from '@adwarden/contract/app-ads/app-ads-file';
import { Button, Group, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react';
import { saveFile } from '../../lib/save-file.ts';
import { Panel } from '../../ui/panel.tsx';
import { CodeArea } from '../../ui/text/code-area.tsx';
import { CopyButton } from '../../ui/text/copy-button.tsx';
import { copyWords, useCopy } from '../../ui/text/use-copy.ts';
import { appAdsUrl } from './app-ads.api.ts';
import classes from './app-ads.module.css';

const name = 'app-ads.txt';

/** The file to publish, with Copy and Download, and the address that a site can redirect to. */
export function FilePanel({ account }: { account: Account }) {
  const text = fileOf(account.lines, account.extraLines);
  return (
    <Panel
      title="Lines to publish"
      hint={
        account.site
          ? `As ${account.site}/${name}, in plain text.`
          : 'At the top of the site that the store names, in plain text.'
      }
    >
      {text === '' ? (
        <p className={classes.quiet}>
          Nothing to publish: no live application of this account has an AdMob ad unit, and there
          are no further lines.
        </p>
      ) : (
        <Content text={text} address={appAdsUrl(account.account)} />
      )}
    </Panel>
  );
}

function Content({ text, address }: { text: string; address: string }) {
  const { outcome, copy } = useCopy();
  const words = copyWords(outcome);
  const download = () => saveFile(new File([text], name, { type: 'text/plain' }));
  return (
    <div className={classes.parts}>
      <CodeArea label={name}>{text}</CodeArea>
      <Group gap="sm">
        <Button
          variant="light"
          {...(outcome === 'failed' && { color: 'red' })}
          leftSection={outcome === 'copied' ? <IconCheck size={16} /> : <IconCopy size={16} />}
          onClick={() => copy(text)}
        >
          {words || 'Copy'}
        </Button>
        <Button variant="default" leftSection={<IconDownload size={16} />} onClick={download}>
          Download
        </Button>
        <VisuallyHidden aria-live="polite">{words}</VisuallyHidden>
      </Group>
      <p className={classes.quiet}>
        Or let the site redirect to this address. Then the file is always up to date:
      </p>
      <span className={classes.address}>
        <code>{address}</code>
        <CopyButton value={address} label="Copy the address" />
      </span>
    </div>
  );
}
