export { nameOfCode as countryName } from '@adwarden/contract/country-rule';
