import base from './playwright.config.ts';
export default { ...base, timeout: 500_000, expect: { timeout: 90_000 } };
