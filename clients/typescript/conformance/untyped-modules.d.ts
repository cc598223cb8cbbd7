declare module 'whatwg-fetch';
declare module 'xhr2';
