import { describe, expect, it } from 'vitest';
import { appExportForm, appExportQuery, userExportQuery } from './exports.ts';
import { importForm } from './imports.ts';

describe('an export', () => {
  it('takes the filters and the order of the list, a format and columns', () => {
    const query = { search: 'tide', sort: '-appName', adsStatus: 'on', columns: 'appName, appID' };
    expect(appExportQuery.parse(query)).toEqual({
      ...query,
      format: 'csv',
      separator: 'comma',
      columns: ['appName', 'appID'],
    });
    expect(userExportQuery.parse({ noOfAppsFrom: '1', format: 'json' })).toEqual({
      noOfAppsFrom: 1,
      format: 'json',
      separator: 'comma',
    });
  });

  it.each([
    [{ page: '1' }, 'Unknown parameter: page'],
    [{ with: 'usage' }, 'Unknown parameter: with'],
    [{ format: 'xls' }, 'format must be one of: csv, xlsx, json'],
    [{ columns: '' }, /columns must be some of these/],
    [{ columns: 'appID,appID' }, /each once/],
    [{ columns: 'appID,password' }, /columns must be some of these/],
  ])('refuses %j', (query, message) => {
    const { issues = [] } = appExportQuery.safeParse(query).error ?? {};
    expect(issues[0]?.message).toMatch(message);
  });

  it('of users has no column for passwords', () => {
    expect(userExportQuery.safeParse({ columns: 'userID,password' }).success).toBe(false);
  });

  it('of some apps needs their ids, each once', () => {
    expect(appExportForm.parse({ appIDs: ['a'], columns: ['appID'] })).toEqual({
      appIDs: ['a'],
      columns: ['appID'],
      format: 'csv',
      separator: 'comma',
    });
    expect(appExportForm.safeParse({ appIDs: [] }).success).toBe(false);
    expect(appExportForm.safeParse({ appIDs: ['a', 'a'] }).success).toBe(false);
  });
});

describe('the form of an import', () => {
  it('has a key, a mode and a mapping in JSON', () => {
    expect(importForm.parse({})).toEqual({ mode: 'both' });
    const mapping = JSON.stringify({ Name: 'appName', Price: '', Note: null });
    expect(importForm.parse({ key: 'packageName', mode: 'create', mapping })).toEqual({
      key: 'packageName',
      mode: 'create',
      mapping: { Name: 'appName', Price: null, Note: null },
    });
  });

  it.each([
    [{ key: 'name' }, 'key must be one of: appID, packageName'],
    [{ mode: 'delete' }, 'mode must be one of: create, update, both'],
    [{ mapping: '{' }, /mapping must be a JSON object/],
    [{ mapping: '7' }, /mapping must be a JSON object/],
    [{ mapping: '{"Name":"password"}' }, /A column can be one of: appID, appName/],
    [{ mapping: JSON.stringify(Array(201).fill('appName')) }, /mapping must be a JSON object/],
  ])('refuses %j', (form, message) => {
    const { issues = [] } = importForm.safeParse(form).error ?? {};
    expect(issues.map((issue) => issue.message)).toEqual([expect.stringMatching(message)]);
  });
});
