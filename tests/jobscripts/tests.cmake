talus_script_test(NAME jobscripts/hashes GROUPS SameOnAnyRanks)
talus_script_test(NAME jobscripts/slurm GROUPS Scripts Life Studies)
talus_script_test(NAME jobscripts/slurm GROUPS LongLife LongStudies LABELS full TIMEOUT 3000)
