/** For the owner of a Google account. */
export const OWNER_STEPS = `The script checks the facts on Google Sheets and writes one line of JSON for each: the expected and the observed result.
It asks for two permissions: to see and change its own spreadsheet, and to show an alert there. It sends nothing anywhere.
It runs only in a spreadsheet named \`Platform conformance\`, because it deletes sheets, named ranges and stored values there.

1. Switch on the Apps Script API at <https://script.google.com/home/usersettings>, and sign in: \`npx clasp login\`.
2. Make the spreadsheet with its script. The point after \`--project\` keeps it apart from the add-on's own project:
   \`\`\`
   mkdir -p build/conformance && cd build/conformance
   npx clasp create-script --project . --type sheets --title "Platform conformance"
   cd ../..
   \`\`\`
3. Write the script and push it. Keep this order, because the step before adds its own manifest.
   \`\`\`
   npm run conformance -- --script
   cd build/conformance && npx clasp push --force && cd ../..
   \`\`\`
4. Open the spreadsheet (step 2 printed its address), reload it once, and choose **Conformance ▸ Run**. Allow the two permissions.
   One fact shows an alert "Hello": close it. Don't run it from the script editor, which has no window for the alert.
5. The message at the lower right says what is left. Choose **Run** again until it says how many facts agree; each run ends
   before the limit of six minutes, and the last one reads formulas that the one before entered. A fact that ends the run
   counts as one that differs. To start again, choose **Start again**
   and wait ten minutes, because the caches still hold the entries of the first time.
6. On the sheet \`Results\` choose **File ▸ Download ▸ CSV**, or copy column A into a file. Personal addresses are removed.
7. Read it here:
   \`\`\`
   npm run conformance -- --results FILE
   npm run conformance -- --results FILE --save
   \`\`\`
   The first says which facts agree and differ, and exits 1 when one differs or is missing. The second also keeps them in
   \`docs/proof/evidence/conformance.json\` and writes this page again: a fact that agreed is then *recorded on* that day, one that did not
   *DIFFERS*. Results of the emulator are refused, and a fact whose wording has changed since counts as not asked.
8. Delete the spreadsheet.

A fact that differs is an error of the emulator or of the list: correct the expectation in its test, then the emulator, then the code that relies on it.`;

/** Beyond single facts. */
export const UNKNOWN = `- How long anything takes, what a window looks like, Google's own formula functions, most of how other languages read typed text.
- What holds in a published add-on: the portable script is bound to its spreadsheet. An answer is that of one account on one day; a
  consumer account and a Workspace account may differ, and texts of errors come in the language of the account (use English).
- What a kill leaves behind: which unflushed writes survive. The emulator tries every prefix; a script cannot observe its own end.
- The tests give each fact an execution of its own. The portable script runs many in one, and releases the lock, removes names and
  deletes sheets between them.
- Facts about many entries in a cache hold for a cache that was empty before.`;
