import { createRequire } from 'node:module';
import * as happyDom from 'happy-dom';

// Comes with Jest.
const { TestEnvironment } = createRequire(createRequire(import.meta.url).resolve('jest'))(
  'jest-environment-node',
);

/** Lends test files the DOM that Node loaded: Jest would load its 500 modules anew for each of them. */
export default class PageEnvironment extends TestEnvironment {
  constructor(...given) {
    super(...given);
    this.global.happyDom = happyDom;
  }
}
