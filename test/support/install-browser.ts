// A process of its own, given the folder to fill: the package unpacks into the folder for temporary files,
// brings its libraries only where it believes to be on AWS Lambda, and changes the environment of whoever
// loads it. See browser.ts.
process.env.TMPDIR = process.argv[2];
process.env.AWS_EXECUTION_ENV = 'AWS_Lambda_nodejs20.x';
const { default: chromium } = await import('@sparticuz/chromium');
await chromium.executablePath();

export {};
