"""What `rulewright simulate` is made of: games played on all cores, counted, and told as tables, files and plots."""
