import { expect, test } from 'vitest';
import { type Reach, reachOf, reachWarning } from './reach.ts';

test.each<[string, Reach]>([
  ['http://localhost:8080', 'computer'],
  ['http://LOCALHOST', 'computer'],
  ['http://adwarden.localhost', 'computer'],
  ['http://127.0.0.1:8080', 'computer'],
  ['http://127.1', 'computer'],
  ['http://127.255.0.9', 'computer'],
  ['http://0.0.0.0:8080', 'computer'],
  ['http://[::1]:8080', 'computer'],
  ['http://10.0.0.7', 'network'],
  ['http://172.16.4.1:8080', 'network'],
  ['http://172.31.4.1', 'network'],
  ['http://192.168.1.20:8080', 'network'],
  ['http://169.254.3.4', 'network'],
  ['http://[fd12:3456::1]', 'network'],
  ['http://[fe80::1]', 'network'],
  ['http://desk.local:8080', 'network'],
  ['https://adwarden.example.com', 'everybody'],
  ['https://adwarden.example.com/behind/a/path', 'everybody'],
  ['https://localhost.example.com', 'everybody'],
  ['https://10.example.com', 'everybody'],
  ['http://172.32.4.1', 'everybody'],
  ['http://8.8.8.8', 'everybody'],
  ['http://[2001:db8::1]', 'everybody'],
])('%s is reached by: %s', (address, reach) => {
  expect(reachOf(address)).toBe(reach);
});

test('what keeps phones away is said with the address and with what to do', () => {
  expect(reachWarning('http://localhost:8080', 'admin')).toMatch(
    /http:\/\/localhost:8080\. No phone.*PUBLIC_URL/,
  );
  expect(reachWarning('http://10.0.0.7', 'admin')).toMatch(/Only phones in the same network/);
  expect(reachWarning('https://adwarden.example.com', 'admin')).toBeNull();
});

test('an owner is told nothing of the settings of the server', () => {
  const warning = reachWarning('http://localhost:8080', 'user');
  expect(warning).toMatch(/No phone can reach it.*Ask your administrator for the address/);
  expect(warning).not.toMatch(/PUBLIC_URL|restart/);
});
