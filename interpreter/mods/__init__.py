"""Mods: a folder with rulebooks or variants and a mod.yaml that tells about them; packed into one file and back."""
