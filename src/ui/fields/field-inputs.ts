import type { Component } from 'svelte';
import type { FieldType } from '#domain/field/catalogue.ts';
import ChoiceInput from './ChoiceInput.svelte';
import type { FieldInputProps } from './field-input.ts';
import MarkField from './MarkField.svelte';
import RadioInput from './RadioInput.svelte';
import TextInput from './TextInput.svelte';
import TickInput from './TickInput.svelte';

type Answered = Exclude<FieldType, 'attachment' | 'choices' | 'note' | 'strikethrough'>;

/**
 * The input component of each field type, on the signer's page and in the preview. Those for files and for
 * several choices are loaded for documents that have them.
 */
export const FIELD_INPUTS: Readonly<Record<Answered, Component<FieldInputProps>>> = {
  signature: MarkField,
  initials: MarkField,
  stamp: MarkField,
  date: TextInput,
  name: TextInput,
  email: TextInput,
  company: TextInput,
  title: TextInput,
  text: TextInput,
  number: TextInput,
  checkbox: TickInput,
  radio: RadioInput,
  dropdown: ChoiceInput,
  phone: TextInput,
};
