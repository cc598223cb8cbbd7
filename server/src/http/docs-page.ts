/*
 * The additions of the reference page to Swagger UI (ADR 94): the product's colours, a search for calls, and what the elements
 * lack for screen readers and keyboards.
 */

/**
 * The policy of the reference page. It runs a program that others wrote, on a host where the pages hold sessions. In the sandbox
 * without `allow-same-origin` its origin is one of its own: it reaches neither storage nor calls nor tabs (ADR 135).
 */
export const docsPolicy = [
  'sandbox allow-scripts',
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The page: Swagger UI, the document, and what is ours. The addresses are whole, because the page is at `/docs` and `/docs/`. */
export function docsPage(basePath: string): string {
  const at = `${basePath}/docs/static`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Adwarden API</title>
<link rel="stylesheet" href="${at}/swagger-ui.css">
<link rel="stylesheet" href="${at}/theme/page.css">
<link rel="icon" type="image/svg+xml" sizes="any" href="${at}/theme/favicon.svg">
</head>
<body>
<div id="swagger-ui"></div>
<script src="${at}/swagger-ui-bundle.js"></script>
<script src="${at}/theme/document.js"></script>
<script src="${at}/theme/page.js"></script>
</body>
</html>
`;
}

/** The mark of the page in its tab. */
export const docsMark =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#4a5bdb" d="M16 1.6 28 5.4a2 2 0 0 1 1.4 1.9V16c0 7.2-5.2 12-12.6 14.3a2.6 2.6 0 0 1-1.6 0C7.8 28 2.6 23.2 2.6 16V7.3A2 2 0 0 1 4 5.4Z"/><rect x="8" y="9" width="16" height="6.5" rx="2" fill="#fff"/><rect x="8" y="18.5" width="10" height="3" rx="1.5" fill="#fff" opacity=".6"/></svg>';

/** The script of the page. It starts Swagger UI, which is loaded before. */
export const docsScript = `(() => {
  // The colours of the web app, if a link of it names them.
  const root = document.documentElement;
  const chosen = new URLSearchParams(location.search).get('colors') ?? 'system';
  const system = matchMedia('(prefers-color-scheme: dark)');
  const paint = () => {
    const isDark = chosen === 'dark' || (chosen === 'system' && system.matches);
    root.dataset.colorScheme = isDark ? 'dark' : 'light';
  };
  paint();
  system.addEventListener('change', paint);

  // The search looks at calls. That of Swagger UI looks at tags only.
  const matches = (call, phrase) =>
    [
      call.get('method'),
      call.get('path'),
      call.getIn(['operation', 'summary']),
      call.getIn(['operation', 'operationId']),
    ]
      .join(' ')
      .toLowerCase()
      .includes(phrase.trim().toLowerCase());
  const found = (tags, phrase) =>
    tags
      .map((tag) => tag.update('operations', (calls) => calls.filter((call) => matches(call, phrase))))
      .filter((tag) => tag.get('operations').size > 0);
  const ours = ({ React }) => ({
    // The path of a call was a link within a button.
    components: { DeepLink: ({ text }) => React.createElement('span', null, text) },
    fn: { opsFilter: found },
  });

  // Swagger UI's elements lack these.
  const attributes = [
    ['h3.opblock-tag', { 'aria-level': '2' }],
    ['.models > h4', { 'aria-level': '2' }],
    ['.opblock h4', { 'aria-level': '3' }],
    ['.opblock h5', { 'aria-level': '4' }],
    ['pre', { tabindex: '0' }],
    ['.information-container', { role: 'banner' }],
    ['.schemes-server-container', { role: 'region', 'aria-label': 'Server and sign-in' }],
    ['.filter-container', { role: 'search' }],
    ['textarea', { 'aria-label': 'Body of the request' }],
    ['#servers', { 'aria-label': 'Server' }],
    ['.operation-filter-input', { 'aria-label': 'Search calls', placeholder: 'Search calls' }],
  ];
  const complete = () => {
    for (const [selector, values] of attributes) {
      for (const element of document.querySelectorAll('#swagger-ui ' + selector)) {
        for (const [name, value] of Object.entries(values)) {
          if (element.getAttribute(name) !== value) element.setAttribute(name, value);
        }
      }
    }
  };
  const page = document.getElementById('swagger-ui');
  new MutationObserver(complete).observe(page, { childList: true, subtree: true });

  // Without the top bar, which offers to load documents of others. In the sandbox no call of the page would be answered.
  window.SwaggerUIBundle({
    dom_id: '#swagger-ui',
    spec: window.adwardenDocument,
    layout: 'BaseLayout',
    deepLinking: true,
    filter: true,
    validatorUrl: null,
    supportedSubmitMethods: [],
    presets: [window.SwaggerUIBundle.presets.apis],
    plugins: [ours],
  });
})();`;

/** The style sheet of the page. Its colours are those of web/src/theme/tokens.css. */
export const docsStyles = `
:root {
  color-scheme: light;
  --page: #f5f6f9;
  --surface: #ffffff;
  --sunken: #f1f3f7;
  --border: #e4e7ee;
  --border-control: #848da0;
  --text: #1d2430;
  --muted: #566073;
  --accent: #4a5bdb;
  --on-accent: #ffffff;
  --accent-soft: #edf0ff;
  --accent-text: #3d4bbf;
  --danger-soft: #fdeaea;
  --danger-text: #b02525;
  --success-soft: #e3f6eb;
  --success-text: #12633a;
  --warning-soft: #fdf2da;
  --warning-text: #7a4b06;
}
:root[data-color-scheme="dark"] {
  color-scheme: dark;
  --page: #10141b;
  --surface: #181d26;
  --sunken: #131821;
  --border: #272e3b;
  --border-control: #6b7690;
  --text: #e3e7ef;
  --muted: #a0a9ba;
  --accent: #5465e3;
  --on-accent: #ffffff;
  --accent-soft: #232b52;
  --accent-text: #a9b6fb;
  --danger-soft: #3c1a1d;
  --danger-text: #f5a3a3;
  --success-soft: #14342a;
  --success-text: #7fdcaa;
  --warning-soft: #382b14;
  --warning-text: #f0c377;
}
html {
  box-sizing: border-box;
  overflow-y: scroll;
}
*, ::before, ::after {
  box-sizing: inherit;
}
body {
  margin: 0;
  background: var(--page);
  color: var(--text);
}
#swagger-ui {
  color: var(--text);
  font: 14px/1.5 system-ui, sans-serif;
}
#swagger-ui :is(div, section, table, tr, td, th, h1, h2, h3, h4, h5, span, button, label, p, ul, li, small, a, i, b, strong, code, pre, input, textarea, select) {
  border-color: var(--border);
  background-color: transparent;
  box-shadow: none;
  color: inherit;
  font-family: inherit;
  opacity: 1;
  text-shadow: none;
}
#swagger-ui :is(.opblock-body, .info) {
  overflow-x: auto;
}
#swagger-ui svg {
  fill: currentcolor;
}
:root[data-color-scheme="dark"] #swagger-ui select {
  background-image: none;
  appearance: auto;
}
#swagger-ui ::placeholder {
  color: var(--muted);
}
#swagger-ui :is(code, pre, textarea, .opblock-summary-path) {
  font-family: ui-monospace, Menlo, Consolas, monospace;
}
#swagger-ui pre, #swagger-ui .highlight-code {
  border-radius: 8px;
  background-color: var(--sunken) !important;
  color: var(--text) !important;
}
#swagger-ui pre span {
  color: inherit !important;
}
#swagger-ui a {
  color: var(--accent-text);
  text-decoration: underline;
}
#swagger-ui :is(.opblock, .model-box, .model-container, .scheme-container, .dialog-ux .modal-ux) {
  border: 1px solid var(--border);
  border-radius: 8px;
  background-color: var(--surface);
}
#swagger-ui :is(input, textarea, select) {
  border: 1px solid var(--border-control);
  border-radius: 8px;
  background-color: var(--surface);
  color: var(--text);
}
#swagger-ui .btn {
  border: 1px solid var(--border-control);
  border-radius: 8px;
  background-color: var(--surface);
}
#swagger-ui :is(.btn.execute, .btn.authorize, .btn.modal-btn.auth) {
  border-color: transparent;
  background-color: var(--accent);
  color: var(--on-accent);
}
#swagger-ui .opblock-summary-method {
  border-radius: 6px;
  background-color: var(--accent-soft);
  color: var(--accent-text);
}
#swagger-ui .opblock-post .opblock-summary-method {
  background-color: var(--success-soft);
  color: var(--success-text);
}
#swagger-ui .opblock-put .opblock-summary-method {
  background-color: var(--warning-soft);
  color: var(--warning-text);
}
#swagger-ui .opblock-delete .opblock-summary-method {
  background-color: var(--danger-soft);
  color: var(--danger-text);
}
#swagger-ui :is(.opblock-summary-description, .parameter__in, .prop-format, .url) {
  color: var(--muted);
}
#swagger-ui .parameter__name.required::after, #swagger-ui .parameter__name.required span {
  color: var(--danger-text);
}
/* In the sandbox nobody can sign in. */
#swagger-ui .auth-wrapper, #swagger-ui .authorization__btn {
  display: none;
}
#swagger-ui .version {
  padding: 2px 6px;
  background-color: var(--accent-soft) !important;
  color: var(--accent-text) !important;
}
#swagger-ui .version-stamp {
  background-color: transparent;
}
#swagger-ui .opblock-tag {
  min-height: 44px;
  font-size: 20px;
}
#swagger-ui :focus-visible {
  outline: 2px solid var(--accent);
  outline-offset: 2px;
}
`;
