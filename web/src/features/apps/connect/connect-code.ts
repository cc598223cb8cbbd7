import csharp from '../../../../../clients/csharp/README.md?raw';
import java from '../../../../../clients/java/README.md?raw';
import swift from '../../../../../clients/swift/README.md?raw';
import typescript from '../../../../../clients/typescript/README.md?raw';

/** The values in the code of an app. */
export type CodeOf = { address: string; appID: string; authToken: string };

type Code = (of: CodeOf) => string;

export type Language = {
  value: string;
  label: string;
  /** Instructions to install the client from this server; null if there is no such way. */
  install: { before: string; code: Code } | null;
  /** Instructions for the code. */
  before: string;
  code: Code;
  /** Files of this server, with their labels. */
  files: { label: string; href: string }[];
};

/** The lines that SwiftPM and Gradle need for packages over http. */
const forHttp: [RegExp, string][] = [
  [/package-registry set /, 'package-registry set --allow-insecure-http '],
  [
    /^( *)maven \{ (url = uri\(.*\)) \}$/m,
    '$1maven {\n$1    $2\n$1    setAllowInsecureProtocol(true)\n$1}',
  ],
];

/** Returns the lines for an address. Lines that are only for http have a mark. */
function linesFor(address: string, lines: string): string {
  const mark = / # only with http:\/\/$/m;
  if (!address.startsWith('http://')) {
    return lines
      .split('\n')
      .filter((line) => !mark.test(line))
      .join('\n');
  }
  const unmarked = lines
    .replace(mark, '')
    .replace('["adwarden.example.com"]', () => JSON.stringify([new URL(address).hostname]));
  return forHttp.reduce((text, [before, now]) => text.replace(before, now), unmarked);
}

/** Returns the lines of a README in a language, with the app's own values instead of the example's. */
function codeIn(readme: string, language: string): Code {
  const [, lines = ''] = new RegExp(`\`\`\`${language}\n([^]*?)\n\`\`\``).exec(readme) ?? [];
  return ({ address, appID, authToken }) =>
    linesFor(address, lines)
      .replaceAll('https://adwarden.example.com', () => address)
      .replace('q7m2x5k3v4y6z7ab', () => appID)
      .replace(/(["'])…\1/, (_, quote) => quote + authToken + quote);
}

const filesOf = (name: string, client: string) => [
  { label: `Client for ${client} (zip)`, href: `/clients/adwarden-${name}.zip` },
  { label: 'README', href: `/clients/${name}.md` },
];

const once = 'Once, at the start of the app:';

const gradle = { before: 'In the build file of the module:', code: codeIn(java, 'gradle') };

/** The language whose tab is open at first. */
export const firstLanguage: Language = {
  value: 'kotlin',
  label: 'Kotlin',
  install: gradle,
  before: once,
  code: codeIn(java, 'kotlin'),
  files: [...filesOf('java', 'Java and Kotlin'), ...filesOf('kotlin', 'coroutines')],
};

/** The languages in the order of their tabs. The code is that of the clients' READMEs. */
export const languages: readonly Language[] = [
  firstLanguage,
  {
    value: 'java',
    label: 'Java',
    install: gradle,
    before: once,
    code: codeIn(java, 'java'),
    files: filesOf('java', 'Java and Kotlin'),
  },
  {
    value: 'swift',
    label: 'Swift',
    install: { before: 'In the folder of the app or package:', code: codeIn(swift, 'sh') },
    before: once,
    code: codeIn(swift, 'swift'),
    files: filesOf('swift', 'Swift'),
  },
  {
    value: 'typescript',
    label: 'TypeScript',
    install: { before: 'In the folder of the app:', code: codeIn(typescript, 'sh') },
    before: once,
    code: codeIn(typescript, 'ts'),
    files: filesOf('typescript', 'TypeScript and JavaScript'),
  },
  {
    value: 'csharp',
    label: 'C#',
    install: { before: 'For Unity, in Packages/manifest.json:', code: codeIn(csharp, 'json') },
    before: once,
    code: codeIn(csharp, 'csharp'),
    files: filesOf('csharp', 'C#'),
  },
  {
    value: 'http',
    label: 'HTTP',
    install: null,
    before:
      'For every other language: one request, whose answer the app keeps. The protocol says when a client asks again, and what it does without an answer.',
    code({ address, appID, authToken }) {
      const curl = `curl -i '${address}/api/getAds?appID=${appID}&authToken=${authToken}'`;
      return `${curl}\n# Later, with the ETag of that answer; 304: nothing has changed\n${curl} -H 'If-None-Match: "…"'`;
    },
    files: [
      { label: 'The protocol of a client', href: '/clients/protocol.md' },
      { label: 'JSON Schema of the answer', href: '/schemas/ads.json' },
    ],
  },
];
